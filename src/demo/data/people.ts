import { creditCode, idCardNumber } from './numbers.ts';
import { itemAt, seeded, type Random } from './random.ts';

/** An invented person. */
export interface Person {
  readonly name: string;
  readonly sex: '男' | '女';
  /** `yyyyMMdd`. */
  readonly birth: string;
  readonly idCard: string;
  readonly address: string;
  /** The city whose police issued the card. */
  readonly city: string;
}
/** An invented enterprise. */
export interface Enterprise {
  readonly name: string;
  readonly creditCode: string;
  readonly address: string;
  readonly city: string;
  readonly legalPerson: string;
  readonly trade: string;
  readonly capitalWan: number;
  /** `yyyyMMdd`. */
  readonly founded: string;
}

/** The person with an index below 10 000; always the same one. */
export function personOf(index: number): Person {
  const random = seeded('person', index);
  const sex = random.chance(52) ? '男' : '女';
  const birth = `${random.int(1958, 2004)}${two(random.int(1, 13))}${two(random.int(1, 29))}`;
  const { city, address } = homeOf(random);
  return { name: nameOf(index, sex, random), sex, birth, idCard: idCardNumber(index, birth, sex), address, city };
}

/** The enterprise with an index below 10 000. Names are unique below 1 000. */
export function enterpriseOf(index: number): Enterprise {
  const random = seeded('enterprise', index);
  const place = itemAt(places, index);
  // The lists' lengths are coprime, so a first and a second character meet once in 26 × 25 names.
  const word = itemAt([...tradeFirst], index) + itemAt([...tradeSecond], index + Math.floor(index / 650));
  const trade = random.pick(trades);
  const form = random.chance(75) ? '有限公司' : '股份有限公司';
  return {
    name: `${place.city}${word}${trade}${form}`,
    creditCode: creditCode(index),
    address: officeIn(place, random),
    city: place.city,
    legalPerson: personOf(index + 5000).name,
    trade,
    capitalWan: random.pick([50, 100, 200, 500, 1000, 3000, 5000]),
    founded: `${random.int(2003, 2025)}${two(random.int(1, 13))}${two(random.int(1, 29))}`,
  };
}

/** Where a person lives; also the new home of someone who moved. */
export function homeOf(random: Random): { city: string; address: string } {
  const place = random.pick(places);
  const house =
    `${random.pick(roads)}${random.int(1, 400)}号${random.int(1, 30)}幢` +
    `${random.int(1, 4)}单元${random.int(1, 19)}0${random.int(1, 5)}室`;
  return { city: place.city, address: `${place.province}${place.city}市${random.pick(place.districts)}${house}` };
}

/** Another office in the same city. */
export function officeOf(city: string, random: Random): string {
  return officeIn(places.find((place) => place.city === city) ?? random.pick(places), random);
}

function officeIn(place: Place, random: Random): string {
  const house =
    `${random.pick(roads)}${random.int(1, 900)}号${random.pick(buildings)}` +
    `${random.int(1, 6)}幢${random.int(3, 30)}0${random.int(1, 9)}室`;
  return `${place.province}${place.city}市${random.pick(place.districts)}${house}`;
}

function nameOf(index: number, sex: '男' | '女', random: Random): string {
  const family = random.chance(6) ? random.pick(compoundFamilies) : random.pick([...families]);
  const given = [...(sex === '男' ? maleGivenNames : femaleGivenNames)];
  // Some names need characters that old systems lose: one from extension A, and one outside the basic plane.
  if (index % 37 === 11) return family + random.pick(['䶮', '𬱖', '堃', '喆', '㛃', '昇䶮', '子𫖯']);
  return family + random.pick(given) + (random.chance(72) && family.length < 3 ? random.pick(given) : '');
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}

interface Place {
  readonly province: string;
  readonly city: string;
  readonly districts: readonly string[];
}
// The four municipalities have no province before their name.
const places: readonly Place[] = [
  { province: '', city: '北京', districts: ['海淀区', '朝阳区', '丰台区'] },
  { province: '', city: '上海', districts: ['浦东新区', '徐汇区', '闵行区'] },
  { province: '浙江省', city: '杭州', districts: ['西湖区', '滨江区', '余杭区'] },
  { province: '江苏省', city: '苏州', districts: ['姑苏区', '吴中区', '虎丘区'] },
  { province: '广东省', city: '深圳', districts: ['南山区', '福田区', '宝安区'] },
  { province: '四川省', city: '成都', districts: ['武侯区', '锦江区', '青羊区'] },
  { province: '湖北省', city: '武汉', districts: ['洪山区', '武昌区', '江汉区'] },
  { province: '陕西省', city: '西安', districts: ['雁塔区', '碑林区', '未央区'] },
  { province: '福建省', city: '厦门', districts: ['思明区', '湖里区', '集美区'] },
  { province: '山东省', city: '青岛', districts: ['市南区', '崂山区', '黄岛区'] },
  { province: '湖南省', city: '长沙', districts: ['岳麓区', '芙蓉区', '雨花区'] },
];
const roads = ['松烟路', '听澜街', '砚池路', '云岫大道', '半夏路', '望舒街', '青简路', '鹿鸣巷', '折桂路', '星槎大道', '采蘩街', '晴川里'];
const buildings = ['云衡大厦', '科创园', '澄心广场', '文汇中心', '启明产业园'];
const families =
  '王李张刘陈杨黄赵周吴徐孙马朱胡郭何林高罗郑梁谢宋唐许韩冯邓曹彭曾肖田董潘袁蔡蒋余于' +
  '杜叶程魏苏吕丁任卢姚沈钟姜崔谭陆范汪廖石金韦贾夏付方邹熊白孟秦邱侯江尹薛闫段雷龙黎史陶贺毛郝顾龚邵万覃武钱戴严莫孔向汤';
const compoundFamilies = ['欧阳', '上官', '司马', '诸葛', '慕容', '尉迟', '司徒', '皇甫'];
const maleGivenNames = '伟强磊洋勇军杰涛超明刚平辉鹏华飞鑫波斌宇浩凯健俊帆帅旭宁龙林欢阳建亮成博轩泽翔睿哲航铭远衡策岳骁';
const femaleGivenNames = '芳娜敏静丽艳娟霞秀燕玲桂英丹萍红玉雪梅莉岚颖慧婷雅琳倩佳怡琪瑶嘉宜欣悦晴妍蓓筠昕芷蔓澜棠苒';
const tradeFirst = '云澄砚禾砺岚观知启衡拾见临舟鹿青松鸿恒朗映万合卓屿';
const tradeSecond = '帆溪澈木石川澜行衡远野舟禾谷图岳声序朴辰泊简岭渡桥桐';
const trades = [
  '网络科技',
  '文化传媒',
  '信息技术',
  '电子商务',
  '智能装备',
  '数字版权服务',
  '生物科技',
  '供应链管理',
  '教育科技',
  '建筑工程',
  '食品',
  '影视制作',
];
