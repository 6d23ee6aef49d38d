import type { Random } from '../../data/random.ts';

export type Topic = keyof typeof sentences;

/** Paragraphs of an invented page. Within one call, sentences repeat only after all of them were used. */
export function paragraphsOf(random: Random, topic: Topic, count: number): string[] {
  const row = shuffled(random, sentences[topic]);
  let at = 0;
  const paragraph = (): string => Array.from({ length: 2 }, () => row[at++ % row.length] ?? '').join('');
  return Array.from({ length: count }, () => `<p>${paragraph()}</p>`);
}

export function remarksOf(random: Random, count: number): string[] {
  return shuffled(random, remarks).slice(0, count);
}

/** An invented name of a reader or author. */
export function nameOf(random: Random): string {
  const first = random.pick(['青石', '小满', '海边', '四月', '晚风', '木子', '阿北', '橙子', '北窗', '竹影']);
  return first + random.pick(['先生', '同学', '日记', '来信', '读书', '随笔', '小店', '一号', '观察', '']);
}

export function choicesOf(random: Random): readonly string[] {
  return random.pick([
    ['米白', '雾蓝', '墨绿'],
    ['单件装', '两件装', '礼盒装'],
    ['标准款', '加厚款'],
  ]);
}

export function noticeItemsOf(random: Random, headline: string): string[] {
  return shuffled(random, headline.includes('采购') ? bidItems : loanItems).slice(0, 4);
}

function shuffled<Item>(random: Random, items: readonly Item[]): Item[] {
  return items
    .map((item) => ({ item, place: random.int(0, 1_000_000) }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ item }) => item);
}

const sentences = {
  shop: [
    '本店所售商品均支持七天无理由退换，下单后四十八小时内发货。',
    '图片仅供参考，请以收到的实物为准。',
    '该款式采用新工艺制作，数量有限，售完即止。',
    '近期活动火热进行中，邀请好友可得优惠券。',
    '经销商可在后台申请授权，批量采购另有优惠。',
    '细节处理得很用心，送人自用都合适。',
    '因拍摄光线不同，颜色可能略有差异。',
    '如有疑问，请联系在线客服咨询，客服时间为每天九点至二十一点。',
    '与大牌同厂同料，价格只要三分之一。',
    '偏远地区的运费以结算页面显示的为准。',
  ],
  article: [
    '从去年秋天开始，这类内容在各个平台上越来越常见。',
    '笔者把几种做法都试了一遍，记录如下，供大家参考。',
    '走访多家门店后可以发现，价格相差不大，做法却各有不同。',
    '多数受访者认为，做决定之前应当先看清页面上的说明。',
    '与其同时打开许多窗口，不如一次只做一件事。',
    '每天留出半小时，把第二天要做的事写在纸上。',
    '对比之后可以看出，真正有用的往往是最简单的办法。',
    '一位从业十年的读者来信说，口碑是一单一单攒出来的。',
    '排名不分先后，名单由读者投票产生。',
    '本文首发于本站，转载请注明出处。',
    '篇幅所限，其余的内容留到下一篇再谈。',
    '如果你也有自己的经验，欢迎在文末留言。',
  ],
  opening: [
    '上周末去了一趟，说说我的真实感受。',
    '等了四十分钟才有人理，问什么都说不知道。',
    '这老板就是个骗子，大家千万别去。',
    '有图有真相，照片我明天补上来。',
    '已经打电话投诉了，对方说三天内答复。',
  ],
  reply: [
    '楼上说得太难听了，没有证据不要乱骂人。',
    '我去过两次，感觉还可以，可能是各人遇到的情况不一样。',
    '围观，等一个后续。',
    '店家看到了请出来解释一下。',
    '名字和门头都发出来了，这样不太合适吧。',
    '建议留好小票和聊天记录。',
    '顶一下，让更多人看到。',
    '我朋友也说那里不行，具体的我不清楚。',
  ],
  gallery: [
    '原图可以免费下载，用作桌面或演示文稿均可。',
    '拍摄于清晨，气温很低，云海只停留了十分钟。',
    '同系列共有十二张，请到作者主页查看。',
  ],
  notice: [
    '现将有关事项公告如下，请有关单位和个人知悉。',
    '有关材料应当在规定的期限内提交，逾期不再受理。',
    '如对上述内容有疑问，可在工作日向本单位咨询。',
    '本公告同时在本单位公告栏张贴。',
    '原有规定与本公告不一致的，以本公告为准。',
    '具体执行时间以另行发出的通知为准。',
  ],
  download: [
    '本版本已去除注册限制，解压后双击即可使用。',
    '支持图层、蒙版和上百种笔刷，新手也能很快上手。',
    '安装之前请先退出正在运行的旧版本。',
    '软件来自网友上传，仅供学习交流，请在二十四小时内删除。',
    '如果下载速度较慢，请换一个下载点再试。',
    '新版本修正了保存大图时偶尔退出的问题。',
  ],
  lookUp: [
    '查询结果由系统自动生成，更新可能有所延迟，请以主管部门公布的信息为准。',
    '如发现备案信息与实际不符，可以在线提交更正申请。',
    '同一主办单位名下的其他网站不在本页显示。',
  ],
} as const;
const remarks = [
  '收到了，和图片差不多。',
  '请问还有吗？',
  '已经第二次来了，支持一下。',
  '和我在别处看到的一模一样。',
  '写得很清楚，收藏了。',
  '很快就收到回复了。',
  '建议大家多比较几家再决定。',
  '这张图好像是别人拍的吧？',
  '感谢分享。',
  '希望能早点更新。',
];
const bidItems = [
  '项目名称：办公设备采购（第二批）',
  '成交供应商：青禾设备有限公司（虚构）',
  '评审办法：综合评分法',
  '公示期：自发布之日起三个工作日',
  '对结果有异议的，请在公示期内以书面形式提出',
  '采购代理机构：明川招标代理有限公司（虚构）',
];
const loanItems = [
  '还款日遇法定节假日的，顺延至下一个工作日',
  '提前还款的，请至少提前三个工作日提出申请',
  '原约定的扣款账户继续有效，无须重新签约',
  '变更扣款账户的，请在“我的账户”中办理',
  '逾期的费用按照合同的约定计收',
  '客服电话和办理时间不变',
];
