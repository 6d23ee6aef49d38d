/** Legal articles that the lines answer, cited as readers cite them. */
export const articles = {
  online16: '《人民法院在线诉讼规则》第十六条',
  online17: '《人民法院在线诉讼规则》第十七条',
  online17platform: '《人民法院在线诉讼规则》第十七条第一款第一项',
  online17neutral: '《人民法院在线诉讼规则》第十七条第一款第二项',
  online17system: '《人民法院在线诉讼规则》第十七条第一款第三项',
  online17process: '《人民法院在线诉讼规则》第十七条第一款第四项',
  online18: '《人民法院在线诉讼规则》第十八条',
  evidence93environment: '《最高人民法院关于民事诉讼证据的若干规定》第九十三条第一款第一项、第二项',
  evidence93checks: '《最高人民法院关于民事诉讼证据的若干规定》第九十三条第一款第三项',
  evidence93keeping: '《最高人民法院关于民事诉讼证据的若干规定》第九十三条第一款第四项',
  evidence93keeper: '《最高人民法院关于民事诉讼证据的若干规定》第九十三条第一款第六项',
  evidence94neutral: '《最高人民法院关于民事诉讼证据的若干规定》第九十四条第一款第二项',
} as const;
export type Article = (typeof articles)[keyof typeof articles];
