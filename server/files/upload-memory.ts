import { unavailable } from '../lib/errors.ts'

type Upload = {
  person: string
  bytes: number
  chunks: Buffer[]
  /** Ends it; undefined when it has arrived. */
  drop: ((reason: Error) => void) | undefined
}

type Limits = { maxBytes: number; maxBytesPerPerson: number }

/**
 * The memory of uploads, bounded in all and for each person (X6). When it is full, the person who holds the most loses the
 * oldest upload that is still arriving to whoever holds less: people who send slowly cause no refusal for others.
 */
export function createUploadMemory({ maxBytes, maxBytesPerPerson }: Limits) {
  const uploads = new Set<Upload>()
  const of = (person: string) => [...uploads].filter((upload) => upload.person === person)

  function makeRoom(person: string, bytes: number): void {
    const own = bytesOf(of(person)) + bytes
    if (own > maxBytesPerPerson) throw unavailable()
    while (bytesOf(uploads) + bytes > maxBytes) {
      const [largest = []] = [...Map.groupBy(uploads, (upload) => upload.person).values()]
        .filter((some) => some.some(({ drop }) => drop) && bytesOf(some) > own)
        .toSorted((one, other) => bytesOf(other) - bytesOf(one))
      const oldest = largest.find(({ drop }) => drop)
      if (!oldest) throw unavailable()
      end(oldest)
      oldest.drop?.(unavailable())
    }
  }

  function end(upload: Upload): void {
    uploads.delete(upload)
    upload.chunks = []
  }

  /** Runs `use` with the bytes that `receive` keeps. */
  async function hold<Result>(
    person: string,
    receive: (keep: (chunk: Buffer) => void) => Promise<void>,
    use: (bytes: Buffer) => Promise<Result>,
  ): Promise<Result> {
    const { promise: dropped, reject: drop } = Promise.withResolvers<never>()
    const upload: Upload = { person, bytes: 0, chunks: [], drop }
    uploads.add(upload)
    const keep = (chunk: Buffer) => {
      if (!uploads.has(upload)) throw unavailable()
      makeRoom(person, chunk.length)
      upload.bytes += chunk.length
      upload.chunks.push(chunk)
    }
    try {
      await Promise.race([receive(keep), dropped])
      upload.drop = undefined
      return await use(Buffer.concat(upload.chunks))
    } finally {
      end(upload)
    }
  }

  return { hold }
}

const bytesOf = (uploads: Iterable<Upload>): number => {
  let sum = 0
  for (const { bytes } of uploads) sum += bytes
  return sum
}
