import { beforeAll } from 'vitest';
import { tinyApk } from '../../../src/demo/files/tiny-apk.ts';
import type { testApp } from '../app.ts';
import { multipartBody } from '../intake.ts';

export type Operator = Awaited<ReturnType<ReturnType<typeof testApp>['signIn']>>;

/** Two accounts with one role that may publish versions of the app. */
export function publishers(installation: ReturnType<typeof testApp>) {
  const people = {} as { publisher: Operator; other: Operator };
  beforeAll(async () => {
    await installation.db
      .updateTable('role')
      .set({ nodes: [19, 20, 33] })
      .where('id', '=', '2')
      .execute();
    people.publisher = await installation.signIn('reviewer@example.com');
    people.other = await installation.signIn('other@example.com');
  });
  return people;
}

/** Operators who publish, and the packages that they upload in one call. */
export function releaseDesk(installation: ReturnType<typeof testApp>) {
  const people = publishers(installation);
  return Object.assign(people, {
    apk: (versionName: string) => tinyApk({ packageName: 'com.example.notary', versionName, versionCode: 7 }),
    async upload(bytes: Buffer, name = 'notary.apk', as = people.publisher, field = 'file') {
      const body = multipartBody('b0undary', {}, { [field]: { bytes, name, mediaType: 'application/vnd.android.package-archive' } });
      const headers = { authorization: `Bearer ${as.token}`, 'content-type': 'multipart/form-data; boundary=b0undary' };
      const reply = await installation.app.inject({ method: 'POST', url: '/api/upload/index', headers, payload: body });
      return {
        status: reply.statusCode,
        ...(reply.json() as { code: number; message: string; data: Record<string, unknown> & { path: string; msg?: string } }),
      };
    },
  });
}
