/**
 * Start options that make the server return memory after a peak (docs/operations.md). Without a limit the young
 * generation grows to 128 MB under load; 16 MB was its limit in Node 22.
 */
export const NODE_FLAGS = ['--max-semi-space-size=16']

/**
 * For glibc; other allocators ignore it. By default the first hash of a password (19 MB) raises the size from which
 * memory is mapped, and so returned, above every later buffer.
 */
export const ALLOCATOR = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: String(128 * 1024) }
