/**
 * A discrete-event simulation of processes that wait for one another. They are written as generators (`Act`), in the order of the program's
 * own steps. Nothing depends on a clock, so the same random numbers give the same run. `test/whole/scaling/simulation.test.ts` compares it
 * with the closed forms of `closed-forms.ts`.
 */
export type Act = Generator<Step, void, void>;

type Step =
  | { readonly kind: 'pass'; readonly seconds: number }
  | { readonly kind: 'take'; readonly resource: Resource }
  | { readonly kind: 'park'; readonly bell: Bell };

/** Time passes. */
export const pass = (seconds: number): Step => ({ kind: 'pass', seconds });
/** Waits for a free place; `release` returns it. */
export const take = (resource: Resource): Step => ({ kind: 'take', resource });
/** Waits for a bell; continues at once if it has rung. */
export const park = (bell: Bell): Step => ({ kind: 'park', bell });

/** Occupies a place for the duration of the work. */
export function* use(resource: Resource, seconds: number): Act {
  yield take(resource);
  yield pass(seconds);
  resource.release();
}

/** Rings once, for all waiting acts. */
export class Bell {
  isRung = false;
  readonly waiting: Act[] = [];
}

/** A number of places, given out first come, first served. */
export class Resource {
  private inUse = 0;
  private readonly queue = new Queue<Act>();
  private changedAt = 0;
  private busySeconds = 0;
  private queueSeconds = 0;
  private since = 0;

  constructor(
    readonly name: string,
    readonly places: number,
    private readonly simulation: Simulation,
  ) {}

  /** @returns whether the act gets a place now; otherwise it continues when it gets one. */
  takeFor(act: Act): boolean {
    this.count();
    if (this.inUse < this.places) {
      this.inUse += 1;
      return true;
    }
    this.queue.push(act);
    return false;
  }

  release(): void {
    this.count();
    const next = this.queue.shift();
    if (next) this.simulation.resume(next, 0);
    else this.inUse -= 1;
  }

  /** Restarts the statistics; earlier values are discarded. */
  reset(): void {
    [this.changedAt, this.since, this.busySeconds, this.queueSeconds] = [this.simulation.now, this.simulation.now, 0, 0];
  }

  /** Share of occupied places, number of occupied places, and number of waiting acts: means over the time. */
  use(): { readonly utilisation: number; readonly taken: number; readonly waiting: number } {
    this.count();
    const seconds = this.simulation.now - this.since;
    const taken = seconds > 0 ? this.busySeconds / seconds : 0;
    return { utilisation: taken / this.places, taken, waiting: seconds > 0 ? this.queueSeconds / seconds : 0 };
  }

  private count(): void {
    const passed = this.simulation.now - this.changedAt;
    this.busySeconds += passed * this.inUse;
    this.queueSeconds += passed * this.queue.length;
    this.changedAt = this.simulation.now;
  }
}

export class Simulation {
  now = 0;
  private nextOrder = 0;
  private readonly events = new Heap();
  private readonly resources: Resource[] = [];

  resource(name: string, places: number): Resource {
    const made = new Resource(name, places, this);
    this.resources.push(made);
    return made;
  }

  start(act: Act, inSeconds = 0): void {
    this.resume(act, inSeconds);
  }

  resume(act: Act, inSeconds: number): void {
    this.events.push({ at: this.now + inSeconds, order: (this.nextOrder += 1), act });
  }

  ring(bell: Bell): void {
    bell.isRung = true;
    for (const act of bell.waiting.splice(0)) this.resume(act, 0);
  }

  /** Runs until a moment; the statistics restart at an earlier one. */
  run(untilSeconds: number, countFrom = 0): void {
    let isCounting = false;
    for (;;) {
      const next = this.events.least();
      const at = next && next.at <= untilSeconds ? next.at : untilSeconds;
      if (!isCounting && at >= countFrom) {
        this.now = countFrom;
        for (const one of this.resources) one.reset();
        isCounting = true;
      }
      this.now = at;
      if (!next || next.at > untilSeconds) return;
      this.events.pop();
      this.advance(next.act);
    }
  }

  /** Runs one act as far as it can proceed at this moment. */
  private advance(act: Act): void {
    for (;;) {
      const { value, done } = act.next();
      if (done === true) return;
      if (value.kind === 'pass') return this.resume(act, value.seconds);
      if (value.kind === 'take' && !value.resource.takeFor(act)) return;
      if (value.kind === 'park' && !value.bell.isRung) return void value.bell.waiting.push(act);
    }
  }
}

interface Event {
  readonly at: number;
  /** Events of one moment keep the order in which they were planned. */
  readonly order: number;
  readonly act: Act;
}

/** A binary heap: the earliest first. */
class Heap {
  private readonly events: Event[] = [];

  least(): Event | undefined {
    return this.events[0];
  }

  push(event: Event): void {
    let at = this.events.push(event) - 1;
    while (at > 0) {
      const above = (at - 1) >> 1;
      if (!this.isBefore(at, above)) return;
      this.swap(at, above);
      at = above;
    }
  }

  pop(): void {
    const last = this.events.pop();
    if (!last || this.events.length === 0) return;
    this.events[0] = last;
    for (let at = 0; ; ) {
      const [left, right] = [2 * at + 1, 2 * at + 2];
      let least = at;
      if (left < this.events.length && this.isBefore(left, least)) least = left;
      if (right < this.events.length && this.isBefore(right, least)) least = right;
      if (least === at) return;
      this.swap(at, least);
      at = least;
    }
  }

  private isBefore(one: number, other: number): boolean {
    const [a, b] = [this.events[one], this.events[other]];
    return a !== undefined && b !== undefined && (a.at < b.at || (a.at === b.at && a.order < b.order));
  }

  private swap(one: number, other: number): void {
    const [a, b] = [this.events[one], this.events[other]];
    if (a && b) [this.events[one], this.events[other]] = [b, a];
  }
}

/** First in, first out, without moving the waiting items. */
export class Queue<Item> {
  private items: Item[] = [];
  private head = 0;

  get length(): number {
    return this.items.length - this.head;
  }

  push(item: Item): void {
    this.items.push(item);
  }

  shift(): Item | undefined {
    const item = this.items[this.head];
    if (item === undefined) return undefined;
    this.head += 1;
    if (this.head > 1000 && this.head * 2 > this.items.length) {
      this.items = this.items.slice(this.head);
      this.head = 0;
    }
    return item;
  }
}
