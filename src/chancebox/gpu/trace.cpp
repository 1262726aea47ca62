// Games that leave traces, to compare builds byte by byte.

struct Job {
    num seats, first, games, most_events;
    Keys keys;
};

// Play a game to its end and leave its last position. As far as there is room, `events` gets seat and action of
// every event, and `positions` the position after it.
RULE void trace_game(const Box& box, const Options& options, const Job& job, num i, Position* last, num* lengths, num* events, Position* positions) {
    Position s;
    Luck luck;
    num n = 0;
    begin_game(box, options, s, luck, job.keys, job.seats, job.first + i);
    while (s.pending_) {
        Event event = next_event(box, s, luck);
        rules_play(box, s, event.seat, event.action);
        if (n < job.most_events) {
            num at = i * job.most_events + n;
            events[2 * at] = event.seat;
            events[2 * at + 1] = event.action;
            positions[at] = s;
        }
        n++;
    }
    last[i] = s;
    lengths[i] = n;
}

ENTRANCE trace(const Box* box, const Options* options, const Job* job, Position* last, num* lengths, num* events, Position* positions) {
    EACH (i, job->games) trace_game(*box, *options, *job, i, last, lengths, events, positions);
}
