/**
 * Options of Node for less memory after a peak (docs/operations.md, decision 85). Without a limit the young generation
 * grows to 128 MB under load, in each thread.
 */
export const NODE_FLAGS = ['--max-semi-space-size=8']

/**
 * Environment of glibc's allocator. By default the first hash of a password (19 MB) raises the size from which memory
 * is mapped, and so returned to the system, above that of every later buffer.
 */
export const ALLOCATOR = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: String(128 * 1024) }
