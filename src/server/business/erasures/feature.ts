import type { Deps } from '../../custody/deps.ts';
import { executeErasures, eraserActor, eraserOf } from './execute.ts';
import { repeatRecorded } from './repeat.ts';
import { erasureRoutes } from './routes.ts';

/** 个人信息删除: erasure of users' personal data, requested and approved by two people (decision 0064). */
export function erasures(deps: Pick<Deps, 'db' | 'store' | 'config'>) {
  const eraser = eraserOf(deps);
  return {
    routes: erasureRoutes(deps),
    jobs: [
      { name: 'erasing personal data', everyMs: 5_000, run: (stopping: AbortSignal) => executeErasures(eraser, stopping) },
      {
        name: 'looking for erasures from before a restore',
        everyMs: 3_600_000,
        run: async () => repeatRecorded(deps.db, await eraser.files(), eraserActor),
      },
    ],
  };
}
