import { bracketOf } from '../../marks/bracket.ts';
import { spanText } from '../../../kit/text/span.ts';
import { formatTime } from '../../../kit/text/time.ts';
import { bracketMaterials, ownBracket } from './bracket-proofs.ts';
import type { DossierFacts } from '../facts/facts.ts';
import { fails, holds, unknown, type Answer } from '../line.ts';
import { clause, wholePackage } from './wording.ts';

/**
 * The clock of the machine that captured, judged by clocks that are not its own: the `Date` of a target that is another machine, and the
 * tokens before and after. The database may be the same machine, and what NTP's state says is the machine's own report of itself: neither
 * supports it. The verifier's own line says the same.
 */
export function captureClock(facts: DossierFacts): Answer {
  const items = facts.environment?.items ?? [];
  const [database, target, dns] = ['clock', 'target-clock', 'dns'].map((name) => items.find(({ item }) => item === name));
  const tokens = judgedByTokens(facts);
  const clocks = [database, target].filter((one) => one !== undefined);
  if (clocks.length === 0 && tokens === null) return unknown('环境检查报告没有记载时钟的比对', settled);
  const parts = [...clocks.map(({ finding }) => clause(finding)), ...(tokens ? [tokens.text] : [])];
  const statement = parts.join('；');
  if (tokens?.finding === 'wrong') return wrongByTokens(facts, statement);

  const isOwn = dns !== undefined && own.test(dns.finding);
  const isInside = isOwn || dns === undefined || inside.test(dns.finding);
  const targetApartMs = target && !isInside ? apartMs(target.finding) : null;
  const site = `目标网站是另一台机器（${clause(dns?.finding ?? '').replace(/，本次取证.*$/u, '')}）`;
  if (database?.passed === false) {
    // One of two clocks that differ may be wrong itself. Two that differ from the third alike convict it.
    const databaseApartMs = apartMs(database.finding);
    const isAlike = targetApartMs !== null && databaseApartMs !== null && Math.abs(targetApartMs - databaseApartMs) <= toleranceMs;
    if (target?.passed === false && isAlike) return fails(`${statement}；${site}，两个时钟都表明取证机时钟不准。`);
    return unknown(`${statement}；不知道哪一个时钟不准`, settled);
  }
  if (target?.passed && targetApartMs !== null) return holds(`${statement}；${site}。`);
  if (tokens?.finding === 'between') {
    const ownService = ownBracket(facts);
    if (ownService === null) return holds(`${statement}，证明它们的是第三方时间戳${authorityText(facts)}，机构的身份以核对其根证书为准。`);
    return unknown(`${statement}，但${ownService}`, settled);
  }
  const where = isOwn ? '目标网站的名称或者地址是出具机构自己的' : '目标网站在内部网络或者取证机上';
  const why = target && isInside ? `${where}，它的时钟可能就是取证机自己的` : '没有与另一台机器的时钟相符的比对';
  return unknown(`${statement}；${why}，NTP 的状态只是取证机自己的报告`, settled);
}

/** Time on the capturing machine's clock, from the capture log; null without a mark. */
export function hostClock({ bracket }: Pick<DossierFacts, 'bracket'>): string | null {
  return bracket.clocks?.host ?? null;
}

interface ByTokens {
  /** `between`: so close together that they show it; `open`: within, but too far apart. */
  readonly finding: 'wrong' | 'between' | 'open';
  readonly text: string;
}

/** The mark's token is older than the clock's reading, the anchor's token younger. Null where there is neither. */
function judgedByTokens({ bracket }: DossierFacts): ByTokens | null {
  const host = hostClock({ bracket });
  const { notBefore, notAfter, spanMs } = bracketOf(bracket);
  if (host === null || (notBefore === null && notAfter === null)) return null;
  const at = Date.parse(host);
  const statement = `取证机时钟 ${formatTime(new Date(at))}`;
  const slow = notBefore && at < notBefore.getTime() - secondsMs ? [`比证明“不早于”的时间慢 ${spanText(notBefore.getTime() - at)}`] : [];
  const fast = notAfter && at > notAfter.getTime() + secondsMs ? [`比证明“不晚于”的时间快 ${spanText(at - notAfter.getTime())}`] : [];
  const wrong = [...slow, ...fast];
  if (wrong.length > 0) return { finding: 'wrong', text: [statement, ...wrong].join('，') };
  if (spanMs === null) return { finding: 'open', text: `${statement}，与证明${notBefore ? '“不早于”' : '“不晚于”'}的时间不矛盾` };
  const text = `${statement}，在证明“不早于”和“不晚于”的两个时间之间，两者相隔 ${spanText(spanMs)}`;
  return { finding: spanMs <= toleranceMs ? 'between' : 'open', text };
}

function wrongByTokens(facts: DossierFacts, statement: string): Answer {
  const { files } = facts;
  const isChanged =
    files.listed.some(({ state }) => state !== 'same') || bracketMaterials(facts).some((name) => files.broken.includes(name));
  if (isChanged) return unknown('写明时钟或者证明时间的文件缺失，或者被改动，不能判断', wholePackage);
  const own = ownBracket(facts);
  if (own !== null) return unknown(`${statement}，但${own}，不知道哪一个时钟不准`, settled);
  return fails(`${statement}。取证机时钟不准，时间以夹逼为准。`);
}

function authorityText({ timestamp }: DossierFacts): string {
  return timestamp.state === 'held' && timestamp.authority !== '' ? `，“不晚于”的由“${timestamp.authority}”签发` : '';
}

/** The difference that a report states, positive for a host that is fast; null where nothing was compared. */
function apartMs(finding: string): number | null {
  const [, count, unit] = /相差\s*(-?\d+)\s*(毫秒|秒)/.exec(finding) ?? [];
  return count === undefined ? null : Number(count) * (unit === '毫秒' ? 1 : 1000);
}

/** A name that leads to the capturing machine or to its own network. Reports of before name the address without the words. */
const inside =
  /解析到内部|解析不到|解析(?=到).*(?:[^\d.](?:127|10|192\.168|169\.254|172\.(?:1[6-9]|2\d|3[01]))\.\d|[^\da-f:]::1(?![\da-f:])|[^\d.]0\.0\.0\.0|[^\da-f:]f[cde][\da-f]{2}:)/i;
/** The words of the report for the office's own site, whose clock is no other machine's. */
const own = /是出具机构自己的网站|与出具机构自己的网站或者取证机的地址相同/;
const settled = '须有另一台机器在同一时刻的时间，例如目标网站给出的时间，或者取证前后相隔不久的两个第三方时间戳';
/** Tokens are accurate to about a second, and a request takes time. */
const secondsMs = 5000;
/** The same tolerance as in the environment check of a target's clock. */
const toleranceMs = 300_000;
