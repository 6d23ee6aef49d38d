import { describe, expect, it } from 'vitest';
import { erlangC, waitOfMG1, waitOfMMc } from '../../../bench/scaling/closed-forms.ts';
import { Bell, park, pass, Simulation, take, type Act, type Resource } from '../../../bench/scaling/simulation.ts';
import { randomNumbers } from '../../installation/factories/many-users.ts';

const exponential = (random: () => number, mean: number): number => -Math.log(1 - random()) * mean;

/** Simulates this many jobs at random times, each for one place. @returns mean waiting time in seconds. */
function meanWait(seed: number, jobs: number, perSecond: number, places: number, service: (random: () => number) => number) {
  const [simulation, random] = [new Simulation(), randomNumbers(seed)];
  const desk = simulation.resource('desk', places);
  const waits: number[] = [];
  function* job(): Act {
    const came = simulation.now;
    yield take(desk);
    waits.push(simulation.now - came);
    yield pass(service(random));
    desk.release();
  }
  function* arrivals(): Act {
    for (let at = 0; at < jobs; at += 1) {
      yield pass(exponential(random, 1 / perSecond));
      simulation.start(job());
    }
  }
  simulation.start(arrivals());
  simulation.run((jobs / perSecond) * 1.1);
  expect(waits.length).toBe(jobs);
  return { wait: waits.reduce((sum, one) => sum + one, 0) / jobs, desk };
}

describe('the closed forms', () => {
  it('give what the books print', () => {
    // With one server the share that waits equals the load; with three servers at two Erlang it is 4/9, computed by hand from the series.
    expect(erlangC(1, 0.7)).toBeCloseTo(0.7, 12);
    expect(erlangC(3, 2)).toBeCloseTo(4 / 9, 12);
    expect(erlangC(2, 2)).toBe(1);
    expect(waitOfMMc(1, 8, 0.1)).toBeCloseTo(0.4, 12);
    expect(waitOfMG1(8, 0.1, 1)).toBeCloseTo(0.4, 12);
    expect(waitOfMG1(8, 0.1, 0)).toBeCloseTo(0.2, 12);
    expect(waitOfMG1(10, 0.1, 0)).toBe(Number.POSITIVE_INFINITY);
    expect(waitOfMMc(2, 20, 0.1)).toBe(Number.POSITIVE_INFINITY);
  });
});

describe('the simulation', () => {
  it.each([
    [1, 0.5],
    [1, 0.8],
    [3, 0.8],
    [16, 0.9],
  ])('waits as Erlang C says at %i places and a load of %f', (places, load) => {
    const perSecond = (load * places) / 0.1;
    const { wait, desk } = meanWait(11, 400_000, perSecond, places, (random) => exponential(random, 0.1));
    const expected = waitOfMMc(places, perSecond, 0.1);
    expect(Math.abs(wait / expected - 1)).toBeLessThan(0.05);
    // The run ends a tenth after the last arrival.
    expect(desk.use().utilisation * 1.1).toBeCloseTo(load, 1);
  });

  it.each([0.3, 0.8, 0.9])('waits as Pollaczek and Khinchine say where every service takes the same, at a load of %f', (load) => {
    const { wait } = meanWait(12, 400_000, load / 0.1, 1, () => 0.1);
    expect(Math.abs(wait / waitOfMG1(load / 0.1, 0.1, 0) - 1)).toBeLessThan(0.05);
  });

  it('is the same run for the same seed, and another for another', () => {
    const of = (seed: number) => meanWait(seed, 2000, 8, 1, (random) => exponential(random, 0.1)).wait;
    expect(of(5)).toBe(of(5));
    expect(of(5)).not.toBe(of(6));
  });

  it('serves in the order of coming, counts what waits, and begins to count anew where it is told', () => {
    const simulation = new Simulation();
    const desk = simulation.resource('desk', 1);
    const finished: string[] = [];
    function* one(name: string): Act {
      yield take(desk);
      finished.push(`${name} ${simulation.now}`);
      yield pass(10);
      desk.release();
    }
    for (const name of ['a', 'b', 'c']) simulation.start(one(name));
    simulation.run(40, 20);
    expect(finished).toEqual(['a 0', 'b 10', 'c 20']);
    // Between seconds 20 and 40 the third act uses it for ten, and nothing waits.
    expect(desk.use()).toEqual({ utilisation: 0.5, taken: 0.5, waiting: 0 });
  });

  it('wakes all who wait for a bell, and lets nobody wait who comes later', () => {
    const simulation = new Simulation();
    const bell = new Bell();
    const finished: string[] = [];
    function* waits(name: string): Act {
      yield park(bell);
      finished.push(`${name} ${simulation.now}`);
    }
    function* rings(): Act {
      yield pass(3);
      simulation.ring(bell);
    }
    simulation.start(waits('early'));
    simulation.start(rings());
    simulation.start(waits('late'), 5);
    simulation.run(10);
    expect(finished).toEqual(['early 3', 'late 5']);
  });

  it('lets two who take the same two places in one order both through', () => {
    const simulation = new Simulation();
    const locks = [simulation.resource('first', 1), simulation.resource('second', 1)];
    let done = 0;
    function* batch(own: readonly Resource[]): Act {
      for (const lock of own) yield take(lock);
      yield pass(1);
      for (const lock of own) lock.release();
      done += 1;
    }
    for (let at = 0; at < 10; at += 1) simulation.start(batch(locks));
    simulation.run(10);
    expect(done).toBe(10);
    expect(simulation.now).toBe(10);
  });
});
