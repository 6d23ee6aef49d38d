import { elsewhere } from './recheck.ts';
import type { CredentialKind } from '../../../business/codes/office-credentials.ts';
import { availabilityAnswer, credentialAnswer, credentialPictures, reliabilityAnswer } from '../../platform/answers.ts';
import { articles } from '../basis.ts';
import type { DossierFacts } from '../facts/facts.ts';
import { unknown, type Answer } from '../line.ts';
import type { LineRule, Materials } from '../rule.ts';

/** The platform (平台: §17, four factors; §94 for neutral platforms). Nothing is claimed that is neither measured nor certified. */

const qualification: LineRule = {
  question: '出具机构是否具备从事存证和公证的资质',
  basis: [articles.online17platform, articles.evidence93keeper],
  files: (facts) => credentialMaterials(facts, ['licence', 'blockchain']),
  check: (facts) => ofCredentials(facts, ['licence', 'blockchain']),
  recheck: elsewhere('按编号在发证机关的网站查询'),
};

const neutrality: LineRule = {
  question: '出具机构与当事人是否没有利害关系',
  basis: [articles.online17neutral, articles.evidence94neutral],
  files: ['manifest.json'],
  check: () => unknown('利害关系取决于案件的当事人，本系统没有记载', '须由当事人说明、法院审查'),
  recheck: elsewhere('由当事人陈述，并查询出具机构的登记信息'),
};

const cleanliness: LineRule = {
  question: '信息系统是否符合清洁性要求',
  basis: [articles.online17system],
  files: ['manifest.json'],
  check: () => unknown('证据包中没有关于信息系统清洁性的测评材料', '须有测评机构的报告'),
  recheck: elsewhere('向出具机构索取测评报告'),
};

const security: LineRule = {
  question: '信息系统是否符合安全性要求',
  basis: [articles.online17system],
  files: (facts) => credentialMaterials(facts, ['protection', 'cryptography']),
  check: (facts) => ofCredentials(facts, ['protection', 'cryptography']),
  recheck: elsewhere('向发证机关和测评机构核对等级保护备案证明和密码应用安全性评估报告的编号和有效期'),
};

const reliability: LineRule = {
  question: '信息系统是否可靠，保存的文件是否定期核对和备份',
  basis: [articles.online17system, articles.evidence93checks],
  files: ['manifest.json', 'office-record.json'],
  check: ({ record }) => reliabilityAnswer(record?.platform ?? null),
  recheck: elsewhere('向出具机构调取文件巡检和恢复演练的记录'),
};

const availability: LineRule = {
  question: '信息系统是否可用，存证日志是否有过中断',
  basis: [articles.online17system, articles.evidence93environment],
  files: ['manifest.json', 'office-record.json'],
  check: ({ record }) => availabilityAnswer(record?.platform ?? null),
  recheck: elsewhere('下载出具机构公开的日志，查看各检查点的时间'),
};

const technique: LineRule = {
  question: '取证、存证的技术和过程是否符合相关标准',
  basis: [articles.online17process],
  files: ['manifest.json'],
  check: () =>
    unknown(
      '存证采用数字指纹（SHA-256 和 SM3）、只增不改的日志和电子签名，格式公开，可以独立核对；不能由此认定符合国家标准或者行业标准',
      '须由测评机构认定',
    ),
  recheck: elsewhere('按“如何验证.md”以其他程序独立核对；标准符合性可以依照《人民法院在线诉讼规则》第十九条申请有专门知识的人提出意见'),
};

export const platformRules = {
  qualification,
  neutrality,
  cleanliness,
  security,
  reliability,
  availability,
  technique,
} as const satisfies Readonly<Record<string, LineRule>>;

function ofCredentials({ credentials }: DossierFacts, kinds: readonly CredentialKind[]): Answer {
  const asked = '须向发证机关查询';
  if (credentials.state === 'broken') return unknown(`日志证明不能证明机构资质清单在日志中（${credentials.why}），不能据以判断`, asked);
  if (credentials.state === 'lacking') return unknown(`机构资质清单无法核对：${credentials.why}`, asked);
  return credentialAnswer(credentials.state === 'held' ? credentials.findings : null, kinds);
}

function credentialMaterials({ credentials }: DossierFacts, kinds: readonly CredentialKind[]): Materials {
  const pictures = credentials.state === 'held' ? credentialPictures(credentials.findings, kinds) : [];
  return ['manifest.json', 'credentials.json', 'credentials.tlog-proof', 'log-key.txt', ...pictures];
}
