// Kernels of a GPU. Without one the same games are played one after another, to try the translation.

#ifdef __CUDACC__
#define ENTRANCE extern "C" __global__ void
#else
#define ENTRANCE extern "C" void
#endif

struct Job {
    num seats, first, games, most_events;
    Keys keys;
};

// Play games to their ends and leave their last positions. If there is room for them, `events` gets for each game
// seat and action of every event, and `positions` the position after each.
RULE void trace_game(const Box* boxes, const Options* options, const Job& job, num i, Position* last, num* lengths, num* events, Position* positions) {
    Position s;
    Luck luck;
    num n = 0;
    begin_game(boxes[0], options[0], s, luck, job.keys, job.seats, job.first + i);
    while (s.pending_) {
        Event event = next_event(boxes[0], s, luck);
        rules_play(boxes[0], s, event.seat, event.action);
        if (n < job.most_events) {
            events[2 * (i * job.most_events + n)] = event.seat;
            events[2 * (i * job.most_events + n) + 1] = event.action;
            positions[i * job.most_events + n] = s;
        }
        n++;
    }
    last[i] = s;
    lengths[i] = n;
}

#ifdef __CUDACC__
ENTRANCE trace(const Box* boxes, const Options* options, const Job* jobs, Position* last, num* lengths, num* events, Position* positions) {
    num i = (num)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < jobs->games) trace_game(boxes, options, *jobs, i, last, lengths, events, positions);
}
#else
ENTRANCE trace(const Box* boxes, const Options* options, const Job* jobs, Position* last, num* lengths, num* events, Position* positions) {
    for (num i = 0; i < jobs->games; i++) trace_game(boxes, options, *jobs, i, last, lengths, events, positions);
}
#endif

#ifdef __CUDACC__
// Random play, only counted: a thread plays one game after another, an event at a time.

constexpr int MOST_SEATS = 8;
constexpr int ENDINGS = 16;
constexpr int LONGEST = 1 << 16;

struct Tally {
    bits64 wins[MOST_SEATS * MOST_SEATS], endings[ENDINGS], sums[2], lengths[LONGEST];
};

#if IN_SHARED
// Records lie side by side in the multiprocessor's own memory, each an odd number of words from the next: so
// threads that read the same field read from different banks.
constexpr int STRIDE = ((sizeof(Position) + 3) / 4 | 1) * 4;
#endif

extern "C" __global__ void __launch_bounds__(THREADS, BLOCKS) play_many(const Box* boxes, const Options* options, const Job* jobs, Tally* tally, bits64* next) {
    extern __shared__ unsigned char memory[];
#if BOX_IN_SHARED
    __shared__ Box box;
    for (int i = threadIdx.x; i < (int)sizeof(Box); i += blockDim.x) ((char*)&box)[i] = ((const char*)boxes)[i];
#else
    const Box& box = *boxes;
#endif
    __shared__ unsigned wins[MOST_SEATS * MOST_SEATS], endings[ENDINGS];
    for (int i = threadIdx.x; i < MOST_SEATS * MOST_SEATS; i += blockDim.x) wins[i] = 0;
    for (int i = threadIdx.x; i < ENDINGS; i += blockDim.x) endings[i] = 0;
    __syncthreads();
#if IN_SHARED
    Position& s = *(Position*)(memory + threadIdx.x * STRIDE);
#else
    Position s;
#endif
    const num seats = jobs->seats;
    const bits64 games = jobs->games;
    Luck luck;
    bits64 sum = 0, squares = 0, number = atomicAdd(next, 1ULL);
    unsigned events = 0;
    if (number < games) begin_game(box, *options, s, luck, jobs->keys, seats, jobs->first + number);
    while (number < games) {
        Event event = next_event(box, s, luck);
        rules_play(box, s, event.seat, event.action);
        events++;
        if (!s.pending_) {
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
            if (number < games) begin_game(box, *options, s, luck, jobs->keys, seats, jobs->first + number);
        }
    }
    atomicAdd(&tally->sums[0], sum);
    atomicAdd(&tally->sums[1], squares);
    __syncthreads();
    for (int i = threadIdx.x; i < MOST_SEATS * MOST_SEATS; i += blockDim.x) atomicAdd(&tally->wins[i], (bits64)wins[i]);
    for (int i = threadIdx.x; i < ENDINGS; i += blockDim.x) atomicAdd(&tally->endings[i], (bits64)endings[i]);
}
#endif
