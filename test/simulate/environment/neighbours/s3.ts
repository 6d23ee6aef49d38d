import { startFaultyWay, type Fault, type S3Call } from '../../../installation/s3/faults.ts';
import { startS3, storageUrl } from '../../../installation/s3/server.ts';
import { mostStruck, type Neighbour } from './neighbour.ts';

/** What storing and reading a file takes. */
const calls: readonly S3Call[] = ['put', 'copy', 'head', 'get', 'delete'];
/** No silence: the store is waited for two minutes, longer than any call here (`storage/s3/faults.test.ts` has silence). */
const faults: readonly Fault[] = ['error', 'full', 'cut', 'lost answer', 'cut answer', 'slow', 'changed', 'wrong size'];

/** A real S3 server, and a way to it on which one call fails, is carried out unheard, or is changed. */
export async function startStore(): Promise<Neighbour> {
  const server = await startS3();
  const way = await startFaultyWay(server.port);
  return {
    environment: { STORAGE_URL: storageUrl(server.place(way.port)) },
    strike: (dice) => way.failOnce(dice.pick(calls) ?? 'put', dice.pick(faults) ?? 'error', 1 + dice.below(mostStruck)),
    calm: () => way.callOff(),
    async stop() {
      await way.stop();
      server.stop();
    },
  };
}
