import type { Pool, World } from '../world.ts';

/** The kind of existing object that a field refers to, by the name of the field. */
const named: Readonly<Record<string, Pool>> = {
  user_id: 'users',
  userId: 'users',
  after: 'users',
  mobile: 'mobiles',
  orderId: 'applications',
  orderIds: 'applications',
  order_no: 'orderNumbers',
  order_nos: 'orderNumbers',
  baoquan: 'evidence',
  baoquanStr: 'evidence',
  baoquan_no: 'captures',
  attestation_id: 'recordings',
  number: 'evidence',
  dataId: 'evidence',
  submission_id: 'submissions',
  other_submission_id: 'submissions',
  roleId: 'roles',
  role_id: 'roles',
  acceptor: 'accounts',
  app_id: 'clients',
  webhook_id: 'webhooks',
  replaces: 'credentials',
  upload_id: 'uploads',
  event_ids: 'events',
  sha256: 'hashes',
};

/** The kind that `id` refers to, by the path or key of its call. */
const byCall: readonly (readonly [RegExp, Pool])[] = [
  [/invoice/i, 'invoices'],
  [/version|iosSwitch/i, 'versions'],
  [/role/i, 'roles'],
  [/session/i, 'sessions'],
  [/credential/i, 'credentials'],
  [/webhook|deliver|replay/i, 'webhooks'],
  [/points/i, 'gifts'],
  [/account|getOne|disableEnable|acceptEnable|totp|passkey/i, 'accounts'],
  [/view/i, 'views'],
  [/note/i, 'notes'],
  [/message/i, 'messages'],
  [/draft/i, 'drafts'],
];

/** Existing values; none if the name gives no hint. */
export function hintFor(world: World, call: string, name: string): readonly unknown[] {
  if (name === 'unique_id' || name === 'requestId' || name === 'trade_no') return [world.unusedName(), ...world.usedNames()];
  if (name === 'after' && /list(?:Events|Deliveries)/.test(call)) return world.pools.events;
  if (name === 'wait') return ['0', '0', '1', '2'];
  if (/getWeb|previewWeb|downloadWeb/.test(call) && name.startsWith('baoquan')) return world.pools.captures;
  if (/[rR]ecording|getProView/.test(call) && name === 'baoquan') return world.pools.recordings;
  const pool = named[name] ?? (name === 'id' ? byCall.find(([pattern]) => pattern.test(call))?.[1] : undefined);
  return pool ? world.pools[pool] : [];
}
