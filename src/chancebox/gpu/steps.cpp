// Environments: many games that take a step at the same time, as envs/stepping.py does it. A thread has a game.

struct Job {
    num games, seats, actions, by_number, alone, features, next;
    Keys keys;
};

// Let chance go on, and all seats but `alone` if there is one, until somebody is asked or the game is over.
RULE void go_on_to_question(const Box& box, Position& s, Luck& luck, num alone) {
    while (s.pending_ && (s.pending_ >> CHANCE || (alone != NOBODY && lowest_seat(s.pending_) != alone))) {
        Event event = next_event(box, s, luck);
        rules_play(box, s, event.seat, event.action);
    }
}

// Take the decision of the seat that is asked in each game. Where a game is over, `known` has what that seat may know.
ENTRANCE step(const Box* box, const Job* job, Position* states, Luck* lucks, const num* asked, const num* actions,
              float* rewards, signed char* overs, Position* known) {
    EACH (i, job->games) {
        Position s = states[i];
        Luck luck = lucks[i];
        List list;
        Floats worth{rewards};
        num seat = asked[i], action = rules_possible(*box, s, seat, actions[i], job->by_number, list);
        if (action == NOBODY) {
            rules_forfeit(worth, i * job->seats, job->seats, seat);
        } else {
            rules_play(*box, s, seat, action);
            go_on_to_question(*box, s, luck, job->alone);
            if (!s.pending_) {
                Ranks ranks, shares;
                for (int j = 0; j < MOST_SEATS; j++) ranks.at[j] = 0;
                rules_standing(*box, s, ranks);
                rules_settle(ranks, job->seats, shares, worth, i * job->seats);
            }
        }
        bool over = action == NOBODY || !s.pending_;
        overs[i] = over;
        if (over) {
            rules_hide(*box, s, seat);
            known[i] = s;
        } else {
            states[i] = s;
            lucks[i] = luck;
        }
    }
}

// Begin games with these numbers in these places; `began` is 0 where one is over before anybody is asked.
ENTRANCE begin(const Box* box, const Options* options, const Job* job, num n, const num* places, const num* numbers,
               Position* states, Luck* lucks, signed char* began) {
    EACH (i, n) {
        Position s;
        Luck luck;
        begin_game(*box, *options, s, luck, job->keys, job->seats, numbers[i] & 0xFFFFFFFF);
        go_on_to_question(*box, s, luck, job->alone);
        states[places[i]] = s;
        lucks[places[i]] = luck;
        began[i] = s.pending_ != 0;
    }
}

// Hide what the seat that is asked may not know, and mark what it may do.
ENTRANCE look(const Box* box, const Job* job, const Position* states, num* asked, Position* known, signed char* masks) {
    EACH (i, job->games) {
        Position s = states[i];
        List list;
        Bytes marks{masks};
        num seat = asked[i] = lowest_seat(s.pending_);
        rules_hide(*box, s, seat);
        known[i] = s;
        rules_allow(*box, s, seat, job->by_number, list, marks, i * job->actions);
    }
}

// Write down what seats know: a thread has one number of one observation.
ENTRANCE show(const Job* job, num n, const num* places, const Position* known, const num* seats, const int* layout, int* out) {
    EACH (i, n * job->features) {
        num row = i / job->features, feature = i % job->features, seat = seats[places[row]];
        out[i] = read_number(known[places[row]], layout, feature, job->features, seat, job->seats);
    }
}
