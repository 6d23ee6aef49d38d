/** What a reader who knows no cryptography needs to follow the lines: word and one sentence, beside the lines wherever they are shown. */
export const dossierTerms: readonly (readonly [term: string, meaning: string])[] = [
  ['数字指纹', '也叫摘要，是由文件的内容算出的一串字符；内容有任何改动，算出的就不同。'],
  ['证据清单', '也叫存证清单，存证时列出各个文件及其数字指纹，文件名为 manifest.json。'],
  ['存证日志', '出具机构依次登记每一份证据清单的总账，只能增加，不能修改和删除。'],
  ['检查点', '出具机构对总账截至某一条的全部记录所作的一次签名确认。'],
  ['可信时间戳', '出具机构以外的时间戳机构签发的证明：某项内容在某一时间已经存在。'],
  ['见证方', '出具机构以外的单位，核对总账只增不改之后，在检查点上共同签名；列有哪些见证方、要求几个签名，写在见证策略中。'],
  ['时间标记', '当时才能得知的一串字符；证据中有它，就不可能在那之前形成。'],
  ['存证记录', '对当日全部存证取得的长期证明，其时间戳到期之前可以续期，文件名为 manifest.ers。'],
  ['国密算法', '国家密码管理部门公布的密码算法，这里指 SM2 签名和 SM3 数字指纹。'],
];
