import { Readable } from 'node:stream';
import type { CredentialKind } from '../../domain/business/codes/office-credentials.ts';
import { encodeCredentialList } from '../../domain/proof/platform/credential-list.ts';
import { validityText, type OfficeCredential } from '../../domain/proof/platform/credential.ts';
import { dayMs, formatDay } from '../../domain/kit/text/time.ts';
import { appendEntries } from '../../server/custody/log/append.ts';
import type { Tx } from '../../server/platform/db/database.ts';
import { demoAccounts } from '../../server/access/session/demo-accounts.ts';
import type { ObjectStore } from '../../server/platform/storage/store.ts';
import { minuteMs, type DemoClock } from '../data/clock.ts';
import { officeIp } from '../data/operator-logins.ts';
import { itemAt } from '../data/random.ts';
import type { TrailRow } from '../data/row.ts';
import { drawCredential } from '../pictures/credential-pictures.ts';

/** A credential that the administrator recorded during other work. */
interface PlannedCredential {
  readonly kind: CredentialKind;
  readonly name: string;
  readonly number: string;
  readonly issuer: string;
  readonly text: string;
  /** In days from today. */
  readonly from: number;
  readonly until: number | null;
  /** Index of the administrator's act after which it was recorded. */
  readonly after: number;
  /** Index in this list. */
  readonly replaces?: number;
}

const planned: readonly PlannedCredential[] = [
  {
    kind: 'licence',
    name: '公证机构执业证',
    number: '样例公执字第0001号',
    issuer: '样例省司法厅',
    text: '　　经审核，准予执业。业务范围：依法办理公证事项，办理电子数据保管、证据保全等公证事务。',
    from: -2200,
    until: null,
    after: 0,
  },
  {
    kind: 'protection',
    name: '信息系统安全等级保护备案证明',
    number: '样例-00000-20001',
    issuer: '样例市公安局',
    text: '　　电子数据存证平台，第三级，予以备案。等级测评结论：良。',
    from: -760,
    until: -31,
    after: 0,
  },
  {
    kind: 'cryptography',
    name: '商用密码应用安全性评估报告',
    number: '样例密评-2000-003',
    issuer: '样例密码测评中心',
    text: '　　电子数据存证平台商用密码应用安全性评估，第三级，结论：基本符合。',
    from: -600,
    until: 45,
    after: 1,
  },
  {
    kind: 'blockchain',
    name: '境内区块链信息服务备案',
    number: '样例网信备00000000000004号',
    issuer: '样例网络信息办公室',
    text: '　　电子数据存证链，服务类别：基础设施提供方、应用运营方，予以备案。',
    from: -610,
    until: null,
    after: 1,
  },
  {
    kind: 'protection',
    name: '信息系统安全等级保护备案证明',
    number: '样例-00000-20005',
    issuer: '样例市公安局',
    text: '　　电子数据存证平台，第三级，予以备案。等级测评结论：优。',
    from: -40,
    until: 690,
    after: -3,
    replaces: 1,
  },
];

/** Stores the credentials' pictures. */
export async function storeCredentials(
  acts: readonly { readonly at: Date }[],
  clock: DemoClock,
  store: Pick<ObjectStore, 'put'>,
): Promise<OfficeCredential[]> {
  return Promise.all(
    planned.map(async ({ kind, name, number, issuer, text, from, until, after, replaces }, place) => {
      const validity = { validFrom: dayFrom(clock, from), validUntil: until === null ? null : dayFrom(clock, until) };
      const picture = await drawCredential({ title: name, holder: '样例公证处', number, issuer, validity: validityText(validity), text });
      const { sha256, sizeBytes } = await store.put(Readable.from([picture]), { maxBytes: picture.length });
      const seen = acts.at(after)?.at ?? clock.start;
      return {
        id: String(place + 1),
        kind,
        name,
        number,
        issuer,
        ...validity,
        picture: { sha256, sizeBytes },
        recordedAt: new Date(seen.getTime() + (place + 2) * minuteMs).toISOString(),
        replaces: replaces === undefined ? null : String(replaces + 1),
        withdrawn: null,
      };
    }),
  );
}

/** Inserts the rows and, after each change, the list for the log. */
export async function insertCredentials(tx: Tx, credentials: readonly OfficeCredential[]): Promise<void> {
  const { id: operatorId, realname } = administrator;
  await tx
    .insertInto('office_credential')
    .values(
      credentials.map(({ id, kind, name, number, issuer, validFrom, validUntil, picture, recordedAt, replaces }) => ({
        id,
        kind,
        name,
        number,
        issuer,
        valid_from: validFrom,
        valid_until: validUntil,
        picture_sha256: picture.sha256,
        picture_bytes: picture.sizeBytes,
        replaces,
        operator_id: operatorId,
        operator: realname,
        created_at: new Date(recordedAt),
      })),
    )
    .execute();
  const entries = credentials.map(({ recordedAt }, at) => encodeCredentialList(credentials.slice(0, at + 1), new Date(recordedAt)));
  const ids = await appendEntries(tx, entries);
  const lists = ids.map((logEntry, at) => ({ log_entry: logEntry, listed_at: new Date(credentials[at]?.recordedAt ?? 0) }));
  await tx.insertInto('office_credential_list').values(lists).execute();
}

export function credentialTrail(credentials: readonly OfficeCredential[]): TrailRow[] {
  return credentials.map(({ id, kind, name, number, issuer, validFrom, validUntil, replaces, picture, recordedAt }) => ({
    at: new Date(recordedAt),
    actor_kind: 'operator',
    actor_id: administrator.id,
    actor_name: administrator.realname,
    ip: officeIp,
    action: replaces === null ? '登记机构资质' : '更新机构资质',
    object: `office-credential/${id}`,
    before: null,
    after: { kind, name, number, issuer, validFrom, validUntil, replaces, sha256: picture.sha256 },
  }));
}

const administrator = itemAt(demoAccounts.operators, 0);

function dayFrom({ today }: DemoClock, days: number): string {
  return formatDay(new Date(today.getTime() + days * dayMs));
}
