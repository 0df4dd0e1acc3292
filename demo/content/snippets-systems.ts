export const SYSTEMS_SNIPPETS = {
  goWorker: `func (p *Pool) Run(ctx context.Context) error {
	group, ctx := errgroup.WithContext(ctx)
	for range p.size {
		group.Go(func() error {
			for {
				select {
				case <-ctx.Done():
					return ctx.Err()
				case job, open := <-p.jobs:
					if !open {
						return nil
					}
					if err := p.handle(ctx, job); err != nil {
						p.failed.Inc()
						p.log.Warn("job failed", "id", job.ID, "err", err)
					}
				}
			}
		})
	}
	return group.Wait()
}`,
  goLimiter: `// Bucket refills as time passes; nothing has to tick.
type Bucket struct {
	mu     sync.Mutex
	tokens float64
	last   time.Time
	rate   float64
	burst  float64
}

func (b *Bucket) Take(now time.Time) (ok bool, wait time.Duration) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.tokens = min(b.burst, b.tokens+now.Sub(b.last).Seconds()*b.rate)
	b.last = now
	if b.tokens >= 1 {
		b.tokens--
		return true, 0
	}
	missing := (1 - b.tokens) / b.rate
	return false, time.Duration(missing * float64(time.Second))
}`,
  rustRing: `/// Keeps the newest \`N\` samples; the oldest leaves without a copy.
pub struct Ring<T, const N: usize> {
    items: [Option<T>; N],
    next: usize,
    len: usize,
}

impl<T: Copy, const N: usize> Ring<T, N> {
    pub fn push(&mut self, item: T) -> Option<T> {
        let dropped = self.items[self.next].replace(item);
        self.next = (self.next + 1) % N;
        self.len = (self.len + 1).min(N);
        dropped
    }

    pub fn iter(&self) -> impl Iterator<Item = T> + '_ {
        let start = (self.next + N - self.len) % N;
        (0..self.len).filter_map(move |i| self.items[(start + i) % N])
    }
}`,
  rustParser: `pub fn frame(input: &[u8]) -> Result<(Frame<'_>, &[u8]), Error> {
    let [0x7e, kind, hi, lo, rest @ ..] = input else {
        return Err(Error::NotAFrame);
    };
    let length = u16::from_be_bytes([*hi, *lo]) as usize;
    let (body, rest) = rest.split_at_checked(length).ok_or(Error::Incomplete)?;
    let (crc, rest) = rest.split_first_chunk::<2>().ok_or(Error::Incomplete)?;
    if crc16(body) != u16::from_be_bytes(*crc) {
        return Err(Error::Damaged);
    }
    Ok((Frame { kind: Kind::try_from(*kind)?, body }, rest))
}`,
  pyFastapi: `@router.post("/bids", status_code=201)
async def place_bid(
    bid: Bid,
    buyer: Annotated[Buyer, Depends(current_buyer)],
    db: Annotated[AsyncSession, Depends(session)],
) -> Receipt:
    async with db.begin():
        lot = await db.get(Lot, bid.lot_id, with_for_update=True)
        if lot is None or lot.closed_at is not None:
            raise HTTPException(409, "This lot is closed")
        if bid.received_at > lot.clock.ends_at:
            raise HTTPException(409, "Too late, by a whisker")
        lot.close(buyer, price=lot.clock.price_at(bid.received_at))
    await hub.announce(lot)
    return Receipt.of(lot)`,
  pyForecast: `def typical_day(history: pd.DataFrame, day: pd.Timestamp) -> pd.Series:
    """The same weekday of the last eight weeks, without holidays and outages."""
    same = history[
        (history.index.dayofweek == day.dayofweek)
        & (history.index >= day - pd.Timedelta(weeks=8))
        & ~history["holiday"]
        & ~history["outage"]
    ]
    return same.groupby(same.index.hour)["units"].agg(
        lambda hours: hours.clip(*hours.quantile([0.1, 0.9])).mean()
    )


def surprise(today: pd.Series, typical: pd.Series) -> float:
    return float((today.sum() - typical.sum()) / typical.sum())`,
  pyDedupe: `@dataclass(frozen=True)
class Verdict:
    probability: float
    reasons: tuple[str, ...]


def compare(a: Customer, b: Customer) -> Verdict:
    signals = {
        "same tax id": a.tax_id and a.tax_id == b.tax_id,
        "names are anagrams of tokens": tokens(a.name) <= tokens(b.name) or tokens(b.name) <= tokens(a.name),
        "same street and number": a.address.key == b.address.key,
        "phones differ in one digit": distance(a.phone, b.phone) == 1,
    }
    score = sum(WEIGHTS[name] for name, hit in signals.items() if hit)
    return Verdict(sigmoid(score + BIAS), tuple(name for name, hit in signals.items() if hit))`,
  sqlWindow: `select
  household_id,
  day,
  used_kwh,
  avg(used_kwh) over (
    partition by household_id
    order by day
    rows between 6 preceding and current row
  ) as week_average,
  rank() over (partition by day order by used_kwh desc) as place_in_building
from daily_use
where day >= current_date - interval '30 days'
order by household_id, day;`,
  sqlLedger: `create table entries (
  id         uuid primary key,
  booking_id uuid not null references bookings,
  account    text not null references accounts,
  cents      bigint not null check (cents <> 0),
  made_at    timestamptz not null default now()
);

-- A booking that does not balance cannot be committed.
create constraint trigger booking_balances
  after insert on entries
  deferrable initially deferred
  for each row execute function check_booking_balances();`,
  sqlGeo: `select
  station.name,
  vehicle.call_sign,
  round(st_distance(vehicle.position, incident.position)) as metres
from incidents incident
join vehicles vehicle
  on vehicle.state = 'available'
 and st_dwithin(vehicle.position, incident.position, 15000)
join stations station on station.id = vehicle.station_id
where incident.id = $1
order by vehicle.position <-> incident.position
limit 5;`,
  javaLedger: `public record Booking(BookingId id, List<Entry> entries) {

  public Booking {
    entries = List.copyOf(entries);
    var sum = entries.stream().map(Entry::amount).reduce(Money.ZERO, Money::plus);
    if (!sum.isZero()) {
      throw new UnbalancedBooking(id, sum);
    }
  }

  /** Entries are never changed: a correction is a booking of its own. */
  public Booking reversed(BookingId correction) {
    return new Booking(correction, entries.stream().map(Entry::negated).toList());
  }
}`,
  csOutbox: `public async Task ConfirmAsync(BerthId berth, CancellationToken cancel)
{
    await using var transaction = await db.Database.BeginTransactionAsync(cancel);

    var booking = await db.Bookings.SingleAsync(b => b.Berth == berth && b.State == State.Requested, cancel);
    booking.Confirm(clock.GetUtcNow());

    // The mail leaves after the commit, or not at all.
    db.Outbox.Add(OutboxMessage.For(new BerthConfirmed(booking.Id, booking.Captain)));

    await db.SaveChangesAsync(cancel);
    await transaction.CommitAsync(cancel);
}`,
  rbService: `class LendGame
  Result = Data.define(:loan, :problem)

  def call(game:, member:)
    return Result.new(loan: nil, problem: :still_out) if game.loans.open.exists?
    return Result.new(loan: nil, problem: :too_many) if member.loans.open.count >= 3

    loan = game.loans.create!(member:, due_on: 3.weeks.from_now.to_date)
    LoanMailer.with(loan:).receipt.deliver_later
    Result.new(loan:, problem: nil)
  rescue ActiveRecord::RecordNotUnique
    Result.new(loan: nil, problem: :still_out)
  end
end`,
  exGenserver: `defmodule Martillo.Lot do
  use GenServer, restart: :transient

  def bid(lot, bidder, cents), do: GenServer.call(via(lot), {:bid, bidder, cents})

  @impl true
  def handle_call({:bid, bidder, cents}, _from, %{price: price} = state) when cents > price do
    state = %{state | price: cents, leader: bidder, ends_at: extend(state.ends_at)}
    Phoenix.PubSub.broadcast(Martillo.PubSub, topic(state), {:price, cents, bidder})
    {:reply, {:ok, cents}, state}
  end

  def handle_call({:bid, _bidder, _cents}, _from, state) do
    {:reply, {:error, :too_low, state.price}, state}
  end
end`,
  phpPolicy: `final class StallOrder
{
    /** @param list<Line> $lines */
    public static function split(Basket $basket): array
    {
        return collect($basket->lines)
            ->groupBy(fn (Line $line) => $line->product->stall_id)
            ->map(fn (Collection $lines, int $stall) => Order::create([
                'basket_id' => $basket->id,
                'stall_id' => $stall,
                'ready_at' => Stall::find($stall)->nextPickup($basket->wanted_at),
                'total' => $lines->sum(fn (Line $line) => $line->total()),
            ]))
            ->values()
            ->all();
    }
}`,
  ktFlow: `class Observations(private val local: Dao, private val api: Api, private val scope: CoroutineScope) {

    val all: Flow<List<Observation>> = local.observe()

    suspend fun add(observation: Observation) {
        local.insert(observation.copy(state = State.Waiting))
    }

    fun startSync(network: Flow<Boolean>) = network
        .filter { it }
        .onEach {
            local.waiting().chunked(50).forEach { batch ->
                runCatching { api.send(batch) }.onSuccess { local.markSent(batch) }
            }
        }
        .launchIn(scope)
}`,
  ktBle: `private suspend fun connect(device: BluetoothDevice): Session = retry(times = 5, first = 200.milliseconds) {
    withTimeout(8.seconds) {
        val gatt = device.connect(context)
        gatt.requestMtu(247)
        val services = gatt.discoverServices()
        val glucose = services.characteristic(GLUCOSE) ?: throw NotAMeter(device.address)
        // Some firmware answers before it is ready: ask twice, believe the second.
        gatt.read(glucose)
        Session(gatt, gatt.notifications(glucose).map(Reading::parse))
    }
}`,
  swiftView: `struct WeekView: View {
    let plan: Plan
    @State private var moved: Run?

    var body: some View {
        List(plan.days) { day in
            DayRow(day: day)
                .draggable(day.run)
                .dropDestination(for: Run.self) { runs, _ in
                    withAnimation(.snappy) { plan.move(runs.first, to: day) }
                }
                .accessibilityAction(named: "Move to tomorrow") { plan.postpone(day) }
        }
        .overlay {
            if plan.days.allSatisfy(\\.isRest) {
                ContentUnavailableView("A week of rest", systemImage: "leaf")
            }
        }
    }
}`,
  swiftActor: `actor Steps {
    private var cache: [Day: Int] = [:]
    private var running: [Day: Task<Int, Error>] = [:]

    func count(on day: Day) async throws -> Int {
        if let known = cache[day] { return known }
        if let task = running[day] { return try await task.value }

        let task = Task { try await HealthStore.shared.steps(on: day) }
        running[day] = task
        defer { running[day] = nil }
        let count = try await task.value
        if day.isOver { cache[day] = count }
        return count
    }
}`,
  dartBloc: `class StopBloc extends Bloc<StopEvent, StopState> {
  StopBloc(this._arrivals) : super(const StopState.loading()) {
    on<StopOpened>(_onOpened, transformer: restartable());
  }

  final ArrivalsRepository _arrivals;

  Future<void> _onOpened(StopOpened event, Emitter<StopState> emit) async {
    await emit.forEach(
      _arrivals.watch(event.stopId),
      onData: (arrivals) => arrivals.isEmpty
          ? const StopState.quiet()
          : StopState.ready(arrivals, asOf: DateTime.now()),
      onError: (error, _) => StopState.stale(state.arrivals, error),
    );
  }
}`,
  hclModule: `module "network" {
  source  = "terraform-aws-modules/vpc/aws"
  version = "~> 5.0"

  name = "\${var.team}-\${var.stage}"
  cidr = cidrsubnet(local.office_range, 4, local.office_index[var.office])
  azs  = slice(data.aws_availability_zones.here.names, 0, 3)

  private_subnets    = [for i in range(3) : cidrsubnet(local.cidr, 4, i)]
  public_subnets     = [for i in range(3) : cidrsubnet(local.cidr, 4, i + 8)]
  enable_nat_gateway = true
  single_nat_gateway = var.stage != "production" # a third of the bill, on the stages that may wait

  tags = merge(local.tags, { Owner = var.team })
}`,
  yamlPipeline: `name: check

on:
  pull_request:
  push:
    branches: [main]

concurrency:
  group: \${{ github.workflow }}-\${{ github.ref }}
  cancel-in-progress: true

jobs:
  test:
    runs-on: ubuntu-latest
    timeout-minutes: 10
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-node@v4
        with: { node-version-file: .nvmrc, cache: npm }
      - run: npm ci
      - run: npm run check
      - run: npm test -- --reporter=dot`,
  yamlRollout: `service: payments
owner: ledger-team
image: registry.internal/payments
replicas: { min: 3, max: 12, cpu: 65% }
promise:
  latency: { p99: 250ms }
  availability: 99.95%
rollout:
  steps: [1%, 10%, 50%, 100%]
  pause: 5m
  stop_if:
    - error_rate > 0.5%
    - budget_left < 20%
needs:
  - postgres: payments
  - topic: bookings`,
  shBackup: `#!/usr/bin/env bash
set -euo pipefail

backup=$(aws s3 ls "s3://$BUCKET/nightly/" | awk '{print $4}' | shuf -n 1)
echo "Restoring $backup"

docker run -d --rm --name rumour -e POSTGRES_PASSWORD=local postgres:17 >/dev/null
trap 'docker stop rumour >/dev/null' EXIT
until docker exec rumour pg_isready -q; do sleep 1; done

aws s3 cp "s3://$BUCKET/nightly/$backup" - | zstd -d | docker exec -i rumour psql -qU postgres

while IFS='|' read -r question expected; do
  answer=$(docker exec rumour psql -AtU postgres -c "$question")
  [[ "$answer" == "$expected" ]] || { echo "WRONG: $question gave $answer"; exit 1; }
done < questions.txt
echo "$backup is a backup."`,
}
