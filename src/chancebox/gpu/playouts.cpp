// Random play that is only counted. A thread plays one game after another, an event at a time; when one is over,
// the next one begins in its place.

constexpr int ENDINGS = 16, LONGEST = 1 << 16;

struct Job {
    num seats, first, games;
    Keys keys;
};

struct Tally {
    bits64 wins[MOST_SEATS * MOST_SEATS], endings[ENDINGS], sums[2], lengths[LONGEST];
};

// Tell apart what happens next: events of a kind take the same way through the rules.
RULE int kind_of_event(const Position& s) {
#if HAS_STEP
    return s.step_ << 1 | s.pending_ >> CHANCE;
#else
    return s.pending_ >> CHANCE;
#endif
}

extern "C" __global__ void __launch_bounds__(THREADS, BLOCKS)
play_many(const Box* boxes, const Options* options, const Job* job, Tally* tally, bits64* next) {
    __shared__ Box box;
    __shared__ unsigned wins[MOST_SEATS * MOST_SEATS], endings[ENDINGS];
    for (int i = threadIdx.x; i < (int)sizeof(Box); i += THREADS) ((char*)&box)[i] = ((const char*)boxes)[i];
    for (int i = threadIdx.x; i < MOST_SEATS * MOST_SEATS; i += THREADS) wins[i] = 0;
    for (int i = threadIdx.x; i < ENDINGS; i += THREADS) endings[i] = 0;
    __syncthreads();

    const num seats = job->seats;
    const bits64 games = job->games;
    Position s;
    Luck luck;
    unsigned events = 0;
    bits64 sum = 0, squares = 0, number = atomicAdd(next, 1ULL);
    if (number < games) begin_game(box, *options, s, luck, job->keys, seats, job->first + number);
    while (__any_sync(~0u, number < games)) {
        // The threads of a warp go on where most of them do the same; the others wait for company.
        bool plays = number < games;
        int kind = plays ? kind_of_event(s) : 63;
        unsigned alike = __popc(__match_any_sync(~0u, kind));
        int chosen = __reduce_max_sync(~0u, plays ? alike << 6 | kind : 0) & 63;
        if (!plays || kind != chosen) continue;

        Event event = next_event(box, s, luck);
        rules_play(box, s, event.seat, event.action);
        events++;
        if (s.pending_) continue;

        Ranks ranks, shares;
        rules_standing(box, s, ranks);
        num winners = rules_share_win(ranks, seats, shares);
        for (int seat = 0; seat < seats; seat++)
            if (shares.at[seat]) atomicAdd(&wins[seat * MOST_SEATS + winners - 1], 1u);
        atomicAdd(&endings[s.ended_], 1u);
        atomicAdd(&tally->lengths[events < LONGEST ? events : LONGEST - 1], 1ULL);
        sum += events;
        squares += (bits64)events * events;
        events = 0;
        number = atomicAdd(next, 1ULL);
        if (number < games) begin_game(box, *options, s, luck, job->keys, seats, job->first + number);
    }
    atomicAdd(&tally->sums[0], sum);
    atomicAdd(&tally->sums[1], squares);
    __syncthreads();
    for (int i = threadIdx.x; i < MOST_SEATS * MOST_SEATS; i += THREADS) atomicAdd(&tally->wins[i], (bits64)wins[i]);
    for (int i = threadIdx.x; i < ENDINGS; i += THREADS) atomicAdd(&tally->endings[i], (bits64)endings[i]);
}
