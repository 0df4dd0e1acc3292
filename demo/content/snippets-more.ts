/** More code of single projects. */
export const MORE_SNIPPETS = {
  tsMetro: `/** Where the train is drawn now: between the last two true positions, never ahead of them. */
export function smoothed(train: Train, now: number) {
  const [from, to] = train.sightings
  const share = clamp((now - to.at) / (to.at - from.at), 0, 1)
  const along = lerp(from.along, to.along, ease(share))
  return pointOnLine(lines[train.line], along)
}

socket.addEventListener('message', ({ data }) => {
  for (const { id, along, at } of decode(data)) {
    const train = trains.get(id)
    if (train) train.sightings = [train.sightings[1], { along, at }]
  }
})`,
  jsParticles: `// The wind of the game is the wind outside.
const gusts = new Float32Array(COUNT * 3)

function blow(seconds, wind) {
  for (let i = 0; i < gusts.length; i += 3) {
    gusts[i] += wind.x * gusts[i + 2] * seconds
    gusts[i + 1] += Math.sin(gusts[i] / 40) * seconds * 6
    if (gusts[i] < -20) {
      gusts[i] = WIDTH + Math.random() * 80
      gusts[i + 1] = Math.random() * HEIGHT
      gusts[i + 2] = 0.4 + Math.random()
    }
  }
}`,
  tsLint: `export const noRawColor = createRule({
  meta: {
    fixable: 'code',
    messages: {
      raw: '{{ value }} is {{ token }} today. Use the token, so that it still is tomorrow.',
    },
  },
  create(context) {
    return {
      Literal(node) {
        const token = nearestToken(node.value)
        if (!token) return
        context.report({
          node,
          messageId: 'raw',
          data: { value: String(node.value), token: token.name },
          fix: (fixer) => fixer.replaceText(node, \`token('\${token.name}')\`),
        })
      },
    }
  },
})`,
  tsPlural: `const rules = new Intl.PluralRules(locale)

/** Arabic has six forms, Spanish three, English two: the standard knows, the code does not have to. */
export function books(count: number, forms: Partial<Record<Intl.LDMLPluralRule, string>>) {
  const form = forms[rules.select(count)] ?? forms.other
  if (form === undefined) throw new MissingTranslation(locale, 'books')
  return form.replace('#', new Intl.NumberFormat(locale).format(count))
}

books(3, { one: 'un libro', other: '# libros' })
books(3, { zero: 'لا كتب', one: 'كتاب', two: 'كتابان', few: '# كتب', many: '# كتابًا', other: '# كتاب' })`,
  sqlExclude: `create extension btree_gist;

create table stays (
  id      uuid primary key,
  room_id uuid not null references rooms,
  during  daterange not null check (not isempty(during)),
  state   text not null check (state in ('held', 'paid', 'cancelled')),

  -- Two stays in one room at the same time cannot be written down.
  constraint one_guest_a_night
    exclude using gist (room_id with =, during with &&)
    where (state <> 'cancelled')
);`,
  sqlAddress: `select id, street, number, comuna,
       similarity(search, $1) as likeness
from addresses
where search % $1
  and comuna = coalesce($2, comuna)
order by
  (number = $3) desc,
  likeness desc,
  position <-> st_setsrid(st_point($4, $5), 4326)
limit 5;`,
  pyClose: `@dataclass
class Step:
    name: str
    run: Callable[[Month], Report]
    needs: tuple[str, ...] = ()


def close(month: Month, steps: list[Step], done: dict[str, Report]) -> dict[str, Report]:
    """Runs what is missing, in order. A second run after a mistake repeats only what depends on it."""
    for step in topological(steps):
        if step.name in done and all(done[need].fresh for need in step.needs):
            continue
        report = step.run(month)
        if report.difference:
            raise DoesNotBalance(step.name, report.difference)
        done[step.name] = report
    return done`,
  pySecrets: `PATTERNS = {
    "cloud key": re.compile(r"\\b(AKIA|ASIA)[A-Z0-9]{16}\\b"),
    "private key": re.compile(r"-----BEGIN [A-Z ]*PRIVATE KEY-----"),
    "connection": re.compile(r"\\b\\w+://[^\\s:/]+:(?P<secret>[^\\s@]+)@"),
}


def redact(line: str, found: Callable[[Finding], None]) -> str:
    for kind, pattern in PATTERNS.items():
        for match in pattern.finditer(line):
            secret = match.groupdict().get("secret") or match.group()
            if entropy(secret) < 3.2:
                continue  # "changeme" is embarrassing, not secret
            found(Finding(kind, fingerprint(secret)))
            line = line.replace(secret, f"[{kind}]")
    return line`,
  exBoard: `defmodule Despacho.Station do
  use GenServer

  @impl true
  def handle_info(:heartbeat, state) do
    # A station that falls silent keeps its last truth, with its age.
    Phoenix.PubSub.broadcast(Despacho.PubSub, "board", {:station, state.id, snapshot(state)})
    Process.send_after(self(), :heartbeat, @interval)
    {:noreply, state}
  end

  def handle_info({:station, id, snapshot}, state) when id != state.id do
    {:noreply, update_in(state.others, &merge_newer(&1, id, snapshot))}
  end
end`,
  rbAula: `class Notebook < ApplicationRecord
  belongs_to :assignment
  has_many :pages, -> { order(:position) }, dependent: :destroy

  # A teacher may have graded it on the bus while the pupil was still writing at home.
  def merge!(remote)
    transaction do
      remote.pages.each do |page|
        mine = pages.find_by(uid: page.uid)
        next pages.create!(page.attributes) if mine.nil?

        mine.update!(page.attributes) if page.edited_at > mine.edited_at
      end
      touch(:synced_at)
    end
  end
end`,
  csBasket: `public static IEnumerable<Basket> Reconcile(IEnumerable<Basket> tablet, IEnumerable<Basket> server)
{
    // The basket is the smallest thing that we know: it is never changed, only counted once.
    return tablet.Concat(server)
        .GroupBy(basket => basket.Seal)
        .Select(copies => copies.MinBy(basket => basket.WeighedAt)!)
        .OrderBy(basket => basket.WeighedAt);
}

public static Money PayFor(Picker picker, IEnumerable<Basket> baskets) =>
    baskets.Where(basket => basket.Picker == picker.Id)
        .Sum(basket => picker.Rate.For(basket.Litres));`,
  ktTest: `class AppointmentCharacterisationTest {

    // Not how it should be: how it has been for fifteen years. Changing one of these is a decision.
    @ParameterizedTest
    @CsvFileSource(resources = ["/recorded/2009-2024.csv"], numLinesToSkip = 1)
    fun \`answers as the old system did\`(request: String, expected: String) {
        val answer = facade.handle(Request.parse(request))
        assertThat(answer.toLegacyLine()).isEqualTo(expected)
    }

    @Test
    fun \`still gives two patients the same minute on the 29th of February\`() {
        assertThat(book("2024-02-29T08:00", "A")).isEqualTo(book("2024-02-29T08:00", "B"))
    }
}`,
  ktForm: `/** The checklist of a province is a file; a new law is a new file. */
@Serializable
data class Question(
    val id: String,
    val text: String,
    val photo: Photo = Photo.Optional,
    val onlyIf: Condition? = null,
)

fun Checklist.open(answers: Map<String, Answer>): List<Question> =
    questions
        .filter { it.onlyIf?.holds(answers) ?: true }
        .filterNot { answers[it.id]?.isComplete(it) ?: false }`,
  ktShared: `// Shared by both platforms: the correction of the model by those who were in the water.
class Forecast(private val model: Model, private val reports: Reports) {

    fun at(beach: Beach, time: Instant): Swell {
        val raw = model.swell(beach.position, time)
        val errors = reports.near(beach, time - 14.days).map { it.height - model.swell(beach.position, it.time).height }
        if (errors.size < MIN_REPORTS) return raw
        return raw.copy(height = raw.height + errors.median(), sure = 1.0 / (1.0 + errors.spread()))
    }
}`,
  ktKey: `/** 200 bytes that open one door for one hour, checked by a lock without a network. */
fun issue(door: Door, member: Member, now: Instant, signer: Signer): ByteArray {
    val claim = Claim(
        door = door.id,
        member = member.id,
        from = now,
        until = now + 1.hours,
        serial = random.nextBytes(8),
    )
    val body = Cbor.encodeToByteArray(claim)
    return body + signer.sign(body)
}`,
  swiftRound: `struct NextTask: View {
    let round: Round

    var body: some View {
        if let task = round.next {
            Button { round.finish(task) } label: {
                VStack(alignment: .leading, spacing: 12) {
                    Text(task.room).font(.largeTitle.monospacedDigit())
                    Text(task.what).font(.title2)
                }
                .frame(maxWidth: .infinity, minHeight: 320, alignment: .leading)
            }
            .sensoryFeedback(.success, trigger: round.finished)
            .preferredColorScheme(.dark)
        } else {
            ContentUnavailableView("Ronda terminada", systemImage: "moon.stars")
        }
    }
}`,
  dartTicket: `/// Checked at the gate without a network.
Future<Verdict> check(String code, Clock clock) async {
  final ticket = Ticket.decode(code);
  if (ticket == null || !await verify(ticket, festivalKey)) return Verdict.forged;
  if (!ticket.day.includes(clock.now())) return Verdict.otherDay;

  final first = await seen.putIfAbsent(ticket.serial, () => clock.now());
  return first == clock.now() ? Verdict.welcome : Verdict.usedAt(first);
}`,
}
