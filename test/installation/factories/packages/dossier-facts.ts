import type { ArchiveFacts } from '../../../../src/domain/proof/dossier/facts/archive.ts';
import type { DossierFacts } from '../../../../src/domain/proof/dossier/facts/facts.ts';
import type { OfficeRecord, SubmitterRecord, TransferRecord } from '../../../../src/domain/proof/dossier/facts/office-record.ts';
import { packageNames } from '../../../../src/domain/proof/evidence/package-names.ts';
import type { BracketFacts } from '../../../../src/domain/proof/marks/bracket.ts';

interface RecordChange {
  readonly submitter?: Partial<SubmitterRecord>;
  readonly transfer?: Partial<TransferRecord>;
  readonly reread?: OfficeRecord['reread'];
  readonly custody?: OfficeRecord['custody'];
}

/** The office's record of a video that a client of the platform submitted for a reviewed user. */
export function officeRecord({ submitter, transfer, reread, custody }: RecordChange = {}): OfficeRecord {
  const platform = { kind: 'client', name: '测试平台' } as const;
  const operator = { kind: 'operator', name: '李审核' } as const;
  return {
    type: 'office-record',
    version: 1,
    number: '0123456789ABCDEF0123456789ABCDEF',
    submitter: {
      ownerType: 'personal',
      registeredAt: '2025-12-01T00:00:00.000Z',
      review: { at: '2025-12-02T00:00:00.000Z', result: 'passed', by: '王审核' },
      client: { appId: '0123456789abcdef', name: '测试平台' },
      ...submitter,
    },
    transfer: { declaredSha256: null, declaredSeconds: null, ...transfer },
    reread: reread ?? { at: '2026-01-03T00:00:00.000Z', state: 'whole' },
    platform: {
      measuredAt: '2026-01-03T00:00:00.000Z',
      scrub: { lastAt: '2026-01-03T00:00:00.000Z', allSince: '2026-01-01T00:00:00.000Z', objects: 9, unchecked: 0, faults: 0 },
      restoreDrill: null,
      longestGap: { seconds: 3600, endedAt: '2026-01-02T23:00:00.000Z', checkpoints: 9 },
      failedAnchor: null,
    },
    custody: custody ?? [
      { from: '2026-01-02T08:04:00.000Z', until: '2026-01-02T08:04:00.000Z', hand: platform, act: '存证', count: 1 },
      { from: '2026-01-02T10:00:00.000Z', until: '2026-01-02T11:00:00.000Z', hand: operator, act: '查看存证', count: 2 },
    ],
    stepsLeftOut: 0,
  };
}

/** A mark that the office put into a capture, with a token of 07:50. */
export const capturedMark: NonNullable<BracketFacts['mark']> = {
  hash: 'ab'.repeat(32),
  code: 'ABCDEFGHJKMN',
  checkpointSize: 3,
  timestampAt: '2026-01-02T07:50:00.000Z',
  witnessedAt: null,
  block: null,
  binding: 'capture',
  place: null,
  fault: null,
};

/** What others than the office say of the package. */
const proofs = {
  evidenceRecord: {
    state: 'held',
    links: [
      {
        kind: 'day',
        algorithm: 'sha256',
        at: '2026-01-03T00:10:00.000Z',
        authority: '某时间戳中心',
        until: '2036-01-01T00:00:00.000Z',
      },
    ],
    covered: 3,
    lost: [],
  },
  issuers: {
    office: { kind: 'self', name: '某公证处' },
    sm2: null,
    timestamp: { kind: 'other', name: '某根证书' },
    evidenceTimestamp: { kind: 'other', name: '某根证书' },
    archiveTimestamp: { kind: 'other', name: '某根证书' },
  },
  outsiders: { timestamp: null, evidenceTimestamp: null, witnesses: null, evidenceRecord: null },
} as const satisfies Partial<DossierFacts>;

/** The facts of an intact package of a video; `change` replaces parts of them. */
export function dossierFacts(change: Partial<DossierFacts> = {}): DossierFacts {
  const [root, sha256] = ['ab'.repeat(32), 'cd'.repeat(32)];
  return {
    number: '0123456789ABCDEF0123456789ABCDEF',
    kind: 'video',
    asOf: { moment: '2026-01-03T00:00:00.000Z', checkpoint: { origin: '某日志', size: 7, root } },
    files: {
      names: [...Object.values(packageNames), 'details.json', 'original-1.mp4'],
      broken: [],
      isListSigned: true,
      listed: [
        { name: 'details.json', role: 'details', sizeBytes: 512, mediaType: 'application/json', sha256, state: 'same' },
        { name: 'original-1.mp4', role: 'original', sizeBytes: 1_048_576, mediaType: 'video/mp4', sha256, state: 'same' },
      ],
    },
    archive: null,
    bracket: { mark: null, notAfter: null, clocks: null },
    secondTrack: { state: 'absent' },
    times: { receivedAt: '2026-01-02T08:04:00.000Z', startAt: '2026-01-02T07:59:00.000Z', endAt: '2026-01-02T08:04:00.000Z' },
    declared: {
      holder: '张三',
      kind: 'video',
      device: {
        name: '张三的手机',
        model: '某型',
        appVersion: '3.2.1',
        system: 'Android',
        systemVersion: '15',
        processor: '某芯片',
        core: '8',
      },
    },
    record: officeRecord(),
    environment: null,
    metadata: {
      mediaType: 'video/mp4',
      sizeBytes: 1_048_576,
      seconds: 300,
      containerAt: '2026-01-02T08:00:00.000Z',
      zonedAt: null,
      takenLocal: null,
      software: '',
      editor: '',
    },
    log: {
      inclusion: { state: 'held' },
      leafIndex: 4,
      signature: { state: 'held' },
      sizes: [7, 9],
      consistency: { state: 'absent' },
      office: { state: 'held' },
    },
    witnesses: {
      checked: { state: 'absent' },
      listed: 0,
      cosigned: [],
      isMet: false,
      metAt: null,
      size: 7,
      operators: [],
      others: [],
    },
    timestamp: { state: 'held', at: '2026-01-02T08:05:00.000Z', authority: '某时间戳中心', serial: '4a2f' },
    evidenceTimestamp: { state: 'absent' },
    transaction: { state: 'absent' },
    certificate: {
      state: 'held',
      level: 'B-T',
      signedAt: '2026-01-02T09:00:00.000Z',
      validFrom: '2026-01-01T00:00:00.000Z',
      validUntil: '2036-01-01T00:00:00.000Z',
    },
    ...proofs,
    credentials: { state: 'absent' },
    ...change,
  };
}

/** The signed archive of a capture whose replay shows the same picture. */
export function archiveFacts(change: Partial<ArchiveFacts> = {}): ArchiveFacts {
  return {
    isSame: true,
    replay: { consistency: 0.9987, reasons: [] },
    notes: [],
    signature: { state: 'held' },
    key: { state: 'held' },
    timestamp: { state: 'held', at: '2026-01-02T08:06:00.000Z', authority: '某时间戳中心', serial: '4a30' },
    ...change,
  };
}

/** A capture with these items in its report of the environment check. */
export function captureFacts(...items: readonly (readonly [item: string, passed: boolean, finding: string])[]): Partial<DossierFacts> {
  const of = items.map(([item, passed, finding]) => ({ item, name: item, mandatory: true, passed, finding }));
  return { kind: 'web', environment: { checkedAt: '2026-01-02T07:59:00.000Z', items: of } };
}

/** Two of three listed witnesses cosigned, which is enough for the office's policy. */
export function witnessedFacts(change: Partial<DossierFacts['witnesses']> = {}): Partial<DossierFacts> {
  const { outsiders, witnesses } = dossierFacts();
  const cosigned = [
    { name: '法院', at: '2026-01-02T08:05:30.000Z' },
    { name: '协会', at: '2026-01-02T08:06:00.000Z' },
  ];
  const operators = ['“法院”的地址为 witness.court.cn', '“协会”的地址为 witness.bar.cn'];
  const found = { checked: { state: 'held' }, listed: 3, cosigned, isMet: true, metAt: '2026-01-02T08:06:00.000Z', operators } as const;
  return { witnesses: { ...witnesses, ...found, ...change }, outsiders: { ...outsiders, witnesses: `其中${operators.join('，')}` } };
}

/** Every service that vouches for a time is the office's own. */
export const ownServices: DossierFacts['outsiders'] = {
  timestamp: '时间戳服务运行在出具机构自己的机器上',
  evidenceTimestamp: '时间戳服务运行在出具机构自己的机器上',
  witnesses: '见证方由出具机构自己运行',
  evidenceRecord: '时间戳服务运行在出具机构自己的机器上',
};
