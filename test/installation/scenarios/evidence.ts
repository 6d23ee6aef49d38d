import { beforeAll } from 'vitest';
import type { DownloadRow, EvidenceDetail } from '../../../src/contract/console/evidence.ts';
import type { FileStatus } from '../../../src/domain/business/codes/evidence.ts';
import type { testApp } from '../app.ts';
import { evidenceMaker } from '../factories/evidence.ts';

export type Operator = Awaited<ReturnType<ReturnType<typeof testApp>['signIn']>>;

/** Evidence, and the console's calls that show and download it. */
export function evidenceDesk(installation: ReturnType<typeof testApp>) {
  const make = evidenceMaker(installation);
  const people = {} as { admin: Operator };
  beforeAll(async () => {
    await make.open();
    people.admin = await installation.signIn('admin@example.com');
  });
  return Object.assign(people, {
    make,
    detail: (fields: Record<string, string>, by = people.admin) => by.get<EvidenceDetail>('/api/data/saveDataDetail', fields),
    download: (fields: Record<string, string>, by = people.admin) =>
      by.post<{ url: string; name: string }>('/api/Down/baoquanFile', fields),
    history: async (baoquan_no: string, by = people.admin) =>
      (await by.get<{ list: DownloadRow[]; count: number }>('/api/DownHistory/getList', { type: 1, baoquan_no, is_batch: 0 })).data,
    setStatus: (number: string, file_status: FileStatus) =>
      installation.db.updateTable('evidence').set({ file_status }).where('number', '=', number).execute(),
    /** An operator with exactly these nodes; only the operator of the last call keeps them. */
    async holding(...nodes: number[]): Promise<Operator> {
      await installation.db.updateTable('role').set({ nodes }).where('id', '=', '3').execute();
      return installation.signIn('nobody@example.com');
    },
  });
}
