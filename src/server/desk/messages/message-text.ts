import type { FoundReference } from '../references/reference.ts';
import type { AccountChange, ListedMessage } from './store.ts';

/**
 * The text of a message, composed when its reader reads it. It reveals nothing about an object that the reader may not open now.
 * @param reference undefined if the reader may not open the object.
 */
export function messageText(
  { kind, object, author, body, withdrawn_id: withdrawnId }: Pick<ListedMessage, 'kind' | 'object' | 'author' | 'body' | 'withdrawn_id'>,
  reference: Pick<FoundReference, 'label' | 'name' | 'outcome'> | undefined,
): string {
  if (kind === 'custody' && isFork(object)) return '日志分叉：见证方出示了另一份日志，新的存证暂不显示为已锚定，请立即查看并处理';
  if (kind === 'custody') return '存证保管出现告警，请在工作台查看';
  if (kind === 'webhook' && failingEndpoint(object) !== '') return '一个事件回调地址持续投递失败，请联系接入方；连续五天未成功将自动停用';
  if (kind === 'webhook') return '一个事件回调地址已自动停用，请查看原因';
  if (kind === 'credential') return '一项机构资质将在60天内到期，请及时更新';
  if (kind === 'security')
    return `${securityTexts[object.slice('security/'.length)] ?? '您的账号有变动'}。如非本人操作，请立即修改密码并告知系统管理员`;
  // The previous acceptor may be restricted to their own applications, and then can no longer open it.
  if (kind === 'reassigned' && !reference) return '您受理的一份出证申请已转派给他人';
  // Holders of 出证审核 who are restricted to their own applications learn how many of the others are late.
  if (kind === 'overdue' && object.startsWith(othersOverdue)) return `另有 ${object.slice(othersOverdue.length)} 份由同事受理的申请逾期`;
  if (kind === 'overdue' && !reference) return '一份由他人受理的出证申请超过了出证期限';
  if (!reference) return object === '' ? '内容已不可查看' : '您已无权查看该内容';
  const { name = '', outcome = '' } = reference;
  const label = name === '' ? `${reference.label} ` : `${reference.label}（${name}）`;
  if (kind === 'reassigned') return `${label}已更换受理人`;
  if (kind === 'overdue') return outcome === '' ? `${label}已超过出证期限，仍待审核` : `${label}曾超过出证期限，${outcome}`;
  if (kind === 'returned') return outcome === '' ? `${label}再次提交，等待处理` : `${label}曾再次提交，${outcome}`;
  if (kind === 'damaged') return `${label}的文件损坏或缺失`;
  const said = withdrawnId === null && body !== null ? `：${excerpt(body)}` : '（已撤回）';
  return `${author ?? ''} 在 ${label}的备注中提到您${said}`;
}

const securityTexts: Readonly<Record<string, string>> = {
  password: '您的登录密码已修改',
  'totp-on': '您的账号启用了动态口令',
  'totp-off': '您的账号关闭了动态口令',
  'passkey-on': '您的账号添加了通行密钥',
  'passkey-off': '您的账号移除了通行密钥',
  guessed: '有人在您已登录的会话中多次输错当前密码，该会话已结束',
} satisfies Record<AccountChange, string>;

/** Whether a message is about a fork of the log, which has its own page. */
export function isFork(object: string): boolean {
  return object.startsWith('fork/');
}

/** The ID of the endpoint that a message reports as failing; empty for other messages. */
export function failingEndpoint(object: string): string {
  return object.startsWith('failing/') ? object.slice('failing/'.length) : '';
}

/** The object of the message that tells how many applications of colleagues are overdue; the number follows. */
export const othersOverdue = 'overdue/';

/** The beginning of a note, on one line. */
function excerpt(body: string): string {
  const letters = [...body.replaceAll(/\s+/g, ' ')];
  return letters.length > excerptChars ? `${letters.slice(0, excerptChars).join('')}…` : letters.join('');
}
const excerptChars = 80;
