/** Code as it stands in a case study: one idea, readable in half a minute. */
export const WEB_SNIPPETS = {
  tsIdempotent: `// The same key gives the same answer, however often it is sent.
export async function once<T>(db: Db, key: string, work: (tx: Db) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (tx) => {
    const claimed = await tx
      .insertInto('idempotency_keys')
      .values({ key, claimed_at: now() })
      .onConflict((conflict) => conflict.column('key').doNothing())
      .returning('key')
      .executeTakeFirst()

    if (!claimed) return readAnswer<T>(tx, key)

    const answer = await work(tx)
    await storeAnswer(tx, key, answer)
    return answer
  })
}`,
  tsScheduler: `export function* slots(from: Temporal.ZonedDateTime, until: Temporal.ZonedDateTime) {
  const quarter = Temporal.Duration.from({ minutes: 15 })
  // Adding to a zoned time skips the hour that does not exist in March
  // and repeats the one that exists twice in October.
  for (let at = from; Temporal.ZonedDateTime.compare(at, until) < 0; at = at.add(quarter)) {
    yield { at, produced: 0, used: 0 }
  }
}

export function allocate(produced: number, households: Household[]) {
  const wanted = sum(households, (one) => one.used * one.share)
  return households.map((one) => ({
    id: one.id,
    energy: wanted === 0 ? 0 : (produced * one.used * one.share) / wanted,
  }))
}`,
  tsFocus: `/** Moves the focus with the arrow keys and keeps one tab stop for the whole group. */
export function useRovingFocus(count: number) {
  const [current, setCurrent] = useState(0)
  const items = useRef<(HTMLElement | null)[]>([])

  function handleKeyDown(event: KeyboardEvent) {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key]
    const next =
      event.key === 'Home' ? 0 : event.key === 'End' ? count - 1 : step && (current + step + count) % count
    if (next === undefined) return
    event.preventDefault()
    setCurrent(next)
    items.current[next]?.focus()
  }

  return (index: number) => ({
    ref: (element: HTMLElement | null) => { items.current[index] = element },
    tabIndex: index === current ? 0 : -1,
    onKeyDown: handleKeyDown,
  })
}`,
  tsZod: `export const Address = z.object({
  street: z.string().trim().min(1, 'Street is required'),
  number: z.string().trim().regex(/^\\d+[A-Z]?$|^s\\/n$/i, 'A number, or s/n'),
  comuna: z.enum(COMUNAS),
  reference: z.string().max(140).default(''),
})

export type Address = z.infer<typeof Address>

export const findAddress = endpoint({
  method: 'POST',
  path: '/addresses/find',
  access: 'partner',
  body: Address,
  response: z.object({ point: Point, confidence: z.number().min(0).max(1) }),
})`,
  tsDebounce: `export function useSettled<T>(value: T, delayMs = 300) {
  const [settled, setSettled] = useState(value)

  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), delayMs)
    return () => clearTimeout(timer)
  }, [value, delayMs])

  return settled
}

const query = useSettled(typed)
const results = useQuery({
  queryKey: ['search', query],
  queryFn: ({ signal }) => search(query, signal),
  enabled: query.length > 1,
  placeholderData: keepPreviousData,
})`,
  tsOffline: `type Change = { id: string; at: number; device: string; field: string; value: Json }

/** Later wins; the device decides a tie, so that all copies agree. */
export function merge(mine: Change[], theirs: Change[]) {
  const latest = new Map<string, Change>()
  for (const change of [...mine, ...theirs]) {
    const key = change.id + '/' + change.field
    const known = latest.get(key)
    if (!known || isLater(change, known)) latest.set(key, change)
  }
  return [...latest.values()].sort((a, b) => a.at - b.at)
}

const isLater = (a: Change, b: Change) => a.at > b.at || (a.at === b.at && a.device > b.device)`,
  tsGraphql: `const cost: Record<string, number> = { offers: 5, applicants: 10, messages: 20 }

export function limitCost(maximum: number): Plugin {
  return {
    onValidate({ params: { documentAST }, setResult }) {
      let total = 0
      visit(documentAST, {
        Field: (node) => {
          total += (cost[node.name.value] ?? 1) * pageSizeOf(node)
        },
      })
      if (total > maximum) {
        setResult([new GraphQLError(\`This query costs \${total}, the limit is \${maximum}.\`)])
      }
    },
  }
}`,
  jsCanvas: `const seats = new Path2D()
for (const { x, y } of section.seats) {
  seats.moveTo(x + R, y)
  seats.arc(x, y, R, 0, Math.PI * 2)
}

function draw(time) {
  context.setTransform(zoom, 0, 0, zoom, panX, panY)
  context.clearRect(-panX / zoom, -panY / zoom, width / zoom, height / zoom)
  context.fillStyle = colors.free
  context.fill(seats) // one call for 1,800 circles
  for (const seat of chosen) drawPulse(seat, time)
  if (chosen.size > 0 || isMoving) requestAnimationFrame(draw)
}`,
  vueLazy: `<script setup lang="ts">
const props = defineProps<{ src: string; alt: string; width: number; height: number }>()
const widths = [320, 480, 640, 960, 1280]
const srcset = computed(() => widths.map((w) => \`\${props.src}?w=\${w} \${w}w\`).join(', '))
</script>

<template>
  <img
    :src="\`\${src}?w=640\`"
    :srcset="srcset"
    sizes="(min-width: 60rem) 25vw, 50vw"
    :alt="alt"
    :width="width"
    :height="height"
    loading="lazy"
    decoding="async"
  />
</template>`,
  ngSignal: `@Component({
  selector: 'app-dock',
  template: \`
    <h2>Muelle {{ dock() }}</h2>
    @for (pallet of waiting(); track pallet.id) {
      <app-pallet [pallet]="pallet" (loaded)="load(pallet)" />
    } @empty {
      <p>Camión completo. Puede salir.</p>
    }
  \`,
})
export class DockComponent {
  readonly dock = input.required<number>()
  private readonly pallets = inject(PalletStore)
  readonly waiting = computed(() =>
    this.pallets.all().filter((one) => one.dock === this.dock() && !one.loadedAt),
  )

  load(pallet: Pallet) {
    this.pallets.update(pallet.id, { loadedAt: Date.now() })
  }
}`,
  cssGrid: `.catalogue {
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(min(16rem, 100%), 1fr));
  gap: clamp(1rem, 2vw, 2rem);
}

.catalogue > * {
  /* Off-screen cards cost nothing until they come near. */
  content-visibility: auto;
  contain-intrinsic-size: auto 22rem;
}

@media (prefers-reduced-motion: no-preference) {
  .catalogue img {
    transition: scale 180ms ease-out;
  }
  .catalogue a:hover img {
    scale: 1.02;
  }
}`,
  cssTokens: `:root {
  color-scheme: light dark;
  --space-1: 0.25rem;
  --space-2: 0.5rem;
  --space-4: 1rem;
  --radius-control: 0.5rem;
  --surface: light-dark(#ffffff, #18201d);
  --text: light-dark(#17211d, #edf2ef);
  --accent: light-dark(#0f766e, #5eead4);
}

.button {
  padding-block: var(--space-2);
  padding-inline: var(--space-4); /* start and end, not left and right */
  border-radius: var(--radius-control);
  background: var(--accent);
  color: var(--surface);
}

.button:focus-visible {
  outline: 3px solid color-mix(in srgb, var(--accent) 60%, transparent);
  outline-offset: 2px;
}`,
  htmlForm: `<form novalidate>
  <div class="field">
    <label for="phone">Phone</label>
    <p id="phone-help">With country code, for example +34 600 000 000.</p>
    <input
      id="phone"
      name="phone"
      type="tel"
      autocomplete="tel"
      required
      aria-describedby="phone-help phone-error"
    />
    <p id="phone-error" role="alert" hidden></p>
  </div>
  <button>Send application</button>
</form>`,
}
