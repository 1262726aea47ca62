// What translated rules stand on: the same text for CUDA and for any C++20 compiler.

typedef long long num;
typedef unsigned long long bits64;

#ifdef __CUDACC__
#define ENTRANCE extern "C" __global__ void
#define RULE static __device__
#define TABLE static __device__ const
#define SHARED_RULE static __device__ __noinline__
#define LOOP _Pragma("unroll 1") // code that fits the cache counts for more than loops laid out
#define MEMBER __device__ __forceinline__
#define EACH(i, n) num i = (num)blockIdx.x * blockDim.x + threadIdx.x; if (i < (n))
#else
#define ENTRANCE extern "C" void
#define RULE static
#define TABLE static const
#define SHARED_RULE static
#define LOOP
#define MEMBER inline
#define EACH(i, n) for (num i = 0; i < (n); i++)
#endif

template <class T, int N> struct Array {
    T at[N];
    template <class I> MEMBER T& operator[](I i) { return at[i]; }
    template <class I> MEMBER const T& operator[](I i) const { return at[i]; }
};

// What Python does otherwise: products wrap, division rounds down, numbers know their length.

static MEMBER num times(num a, num b) { return (num)((bits64)a * (bits64)b); }
template <class T> static MEMBER T floor_div(T a, T b) { return a / b - (a % b != 0 && (a ^ b) < 0); }
template <class T> static MEMBER T floor_mod(T a, T b) { T rest = a % b; return rest + (rest != 0 && (rest ^ b) < 0 ? b : 0); }
template <class T> static MEMBER T least(T a, T b) { return a < b ? a : b; }
template <class T> static MEMBER T most(T a, T b) { return a > b ? a : b; }
template <class T> static MEMBER T absolute(T a) { return a < 0 ? -a : a; }
static MEMBER int shifted(int a, num by) { return a >> (by < 31 ? (int)by : 31); }
#ifdef __CUDACC__
static MEMBER int bit_length(int a) { return 32 - __clz(absolute(a)); }
static MEMBER int bit_length(num a) { return 64 - __clzll(absolute(a)); }
#else
static MEMBER int bit_length(num a) { return a ? 64 - __builtin_clzll((bits64)absolute(a)) : 0; }
static MEMBER int bit_length(int a) { return bit_length((num)a); }
#endif

// Rows that callers lend. A list of choices may be as long as a thousand: where it is, whoever needs one choice of it lets
// the rules list twice, first to count and then to pick.

struct Stream {
    num state;
    MEMBER num get(int) const { return state; }
    MEMBER void put(int, num value) { state = value; }
};
struct Count {
    MEMBER void put(int, num) {}
};
struct Pick {
    int wanted;
    num found;
    MEMBER void put(int i, num value) { if (i == wanted) found = value; }
};
struct Ranks {
    num at[8];
    MEMBER num get(int i) const { return at[i]; }
    MEMBER void put(int i, num value) { at[i] = value; }
};
struct Notes {  // of a rule of thumb: tables are for all threads, and were made beforehand; a few numbers are a thread's own
    const num* at;
    int own, places[8];
    num numbers[8];
    MEMBER int find(num i) const {
        int k = 0;
        while (k < own && places[k] != i) k++;
        return k;
    }
    MEMBER num get(num i) const {
        int k = find(i);
        return k < own ? numbers[k] : at[i];
    }
    MEMBER void put(num i, num value) {
        int k = find(i);
        if (k == 8) return;
        if (k == own) own++;
        places[k] = i;
        numbers[k] = value;
    }
};
struct List {
    ENTRY at[MOST_CHOICES];
    MEMBER num get(int i) const { return at[i]; }
    MEMBER void put(int i, num value) { at[i] = value; }
};
struct Bytes {
    signed char* at;
    MEMBER void put(num i, num value) { at[i] = value; }
};
struct Floats {
    float* at;
    MEMBER void put(num i, double value) { at[i] = value; }
};
