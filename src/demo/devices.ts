import type { Device } from '../server/platform/db/json.ts';
import type { DemoClock } from './data/clock.ts';
import { seeded } from './data/random.ts';
import { versionIn } from './releases.ts';

/** The phone of a user, with the version of the app that was the newest then. Each user has one phone. */
export function deviceOf(userId: string, at: Date, clock: DemoClock): Device {
  const random = seeded('evidence device', userId);
  return random.chance(70)
    ? {
        name: '工作手机',
        model_name: random.pick(['星河 X5', '星河 X5 Pro', '云阶 S2', '云阶 S3']),
        version: versionIn('android', at, clock),
        version_sys: random.pick(['13', '14', '15']),
        processor: random.pick(['ARMv8 2.4GHz', 'ARMv8 3.0GHz']),
        core: '8',
        type: 1,
      }
    : {
        name: '我的 iPhone',
        model_name: random.pick(['iPhone 14', 'iPhone 15']),
        version: versionIn('ios', at, clock),
        version_sys: random.pick(['17.6', '18.1']),
        processor: random.pick(['A15', 'A16']),
        core: '6',
        type: 2,
      };
}
