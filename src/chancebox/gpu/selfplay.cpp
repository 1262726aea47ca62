// Self-play of a network: many games, each stopped where a seat is asked. A thread has a game, or one of its choices.


struct Job {
    num games, seats, numbers, inputs;
    Keys keys;
};

// How a number becomes inputs; see engine/game/inputs.py.
struct Code {
    int first, low, step, count, linear, span;
};

// Let chance go on until somebody is asked or the game is over; return whether anything was dealt.
RULE bool deal(const Box& box, Position& s, Luck& luck) {
    bool dealt = false;
    while (s.pending_ >> CHANCE) {
        rules_play(box, s, CHANCE, rules_draw(box, s, luck.dealing));
        dealt = true;
    }
    return dealt;
}

// Keep the position for every seat that is asked by it; who was asked before, `beside` others, knows nothing new.
RULE void ask(const Position& s, Position* seen, num seats, int beside) {
    for (int seat = 0; seat < seats; seat++)
        if (s.pending_ >> seat & 1 & ~(beside >> seat)) seen[seat] = s;
}

// A seat's share of the win.
RULE float share_of(const Box& box, Position& s, num seats, num seat) {
    Ranks ranks, shares;
    for (int j = 0; j < MOST_SEATS; j++) ranks.at[j] = 0;
    rules_standing(box, s, ranks);
    rules_share_win(ranks, seats, shares);
    return shares.at[seat] / 840.0f;
}

// Begin games with these numbers in these places.
ENTRANCE begin(const Box* box, const Options* options, const Job* job, num n, const num* places, const num* numbers,
               Position* states, Luck* lucks, Position* seen, num* turns) {
    EACH (i, n) {
        Position s;
        Luck luck;
        num place = places[i];
        begin_game(*box, *options, s, luck, job->keys, job->seats, numbers[i] & 0xFFFFFFFF);
        deal(*box, s, luck);
        states[place] = s;
        lucks[place] = luck;
        ask(s, seen + place * job->seats, job->seats, 0);
        turns[place] = lowest_seat(s.pending_);
    }
}

// List what the seat whose turn it is may do.
ENTRANCE list(const Box* box, const Job* job, const Position* seen, const num* turns, num* counts, num* actions) {
    EACH (i, job->games) {
        List list;
        num seat = turns[i];
        Position s = seen[i * job->seats + seat];
        rules_hide(*box, s, seat);
        num n = counts[i] = rules_list(*box, s, seat, list);
        for (num k = 0; k < n; k++) actions[i * MOST_CHOICES + k] = list.get(k);
    }
}

// Let the rule of thumb say what it would do in each game.
ENTRANCE advise(const Box* box, const Job* job, const Position* seen, const num* turns, const num* noted, num world,
                num* actions) {
    EACH (i, job->games) {
        List list;
        Notes notes{noted, 0};
        Stream stream;
        num seat = turns[i];
        Position s = seen[i * job->seats + seat];
        rules_begin(stream, job->keys.thinking_low, job->keys.thinking_high, world + i & 0xFFFFFFFF);
        rules_hide(*box, s, seat);
        actions[i] = rules_thumb(*box, s, seat, notes, list, stream);
    }
}

// Try choices, each in a world that fits what the seat knows; `known` has what it knows then, `worth` its share if the
// game is over, else NOBODY.
ENTRANCE attempt(const Box* box, const Job* job, num n, const num* places, const num* actions, const Position* seen,
                 const num* turns, num world, Position* known, float* worth) {
    EACH (i, n) {
        num place = places[i], seat = turns[place];
        Position s = seen[place * job->seats + seat];
        Stream stream;
        rules_begin(stream, job->keys.thinking_low, job->keys.thinking_high, world + place & 0xFFFFFFFF);
        rules_hide(*box, s, seat);
        rules_guess(*box, s, seat, stream);
        rules_play(*box, s, seat, actions[i]);
        worth[i] = s.pending_ ? NOBODY : share_of(*box, s, job->seats, seat);
        rules_hide(*box, s, seat);
        known[i] = s;
    }
}

// Take the decision in each game, and let chance go on; where a game is over, `shares` are those of its win.
ENTRANCE advance(const Box* box, const Job* job, Position* states, Luck* lucks, Position* seen, num* turns,
                 const num* actions, float* shares, signed char* overs) {
    EACH (i, job->games) {
        Position s = states[i];
        Luck luck = lucks[i];
        num seat = turns[i];
        int beside = s.pending_ & ~(1 << seat);
        rules_play(*box, s, seat, actions[i]);
        if (deal(*box, s, luck)) beside = 0;
        overs[i] = !s.pending_;
        if (s.pending_) {
            ask(s, seen + i * job->seats, job->seats, beside);
            turns[i] = lowest_seat(s.pending_);
        } else {
            for (num j = 0; j < job->seats; j++) shares[i * job->seats + j] = share_of(*box, s, job->seats, j);
        }
        states[i] = s;
        lucks[i] = luck;
    }
}

// Hide in each game what one seat may not know.
ENTRANCE look(const Box* box, const Job* job, const Position* states, const num* viewers, Position* known) {
    EACH (i, job->games) {
        Position s = states[i];
        rules_hide(*box, s, viewers[i]);
        known[i] = s;
    }
}

// Write k / 128, from 0 to 1, as a number of 16 bits with a point.
RULE unsigned short half_float(int k) {
    int size = bit_length(k) - 1;
    return k ? (size + 8) << 10 | (k - (1 << size)) << (10 - size) : 0;
}

RULE void write_number(unsigned short* inputs, const Code& code, int value) {
    if (code.count) {
        int above = most(0, least(value - code.low, code.span));
        inputs[code.first + above / code.step] = half_float(128);
        if (code.linear) inputs[code.linear] = half_float(above * 128LL / code.span);
    }
}

// Turn what seats know into inputs of a network: a thread has one number of one observation.
ENTRANCE encode(const Box* box, const Job* job, num n, const num* rows, const Position* known, const num* viewers,
                const int* layout, const Code* codes, unsigned short* out) {
    EACH (i, n * job->numbers) {
        num row = i / job->numbers, number = i % job->numbers, seat = viewers[rows[row]];
        int value = read_number(known[rows[row]], layout, number, job->numbers, seat, job->seats);
        write_number(out + row * job->inputs, codes[number], value);
    }
}
