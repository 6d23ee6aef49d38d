/*
 * One spelling of the ideographs that Unicode, GBK and GB 18030 encode more than once: compatibility ideographs, radicals, and the private
 * use characters that stood for rare ideographs before Unicode had them.
 */

/** Ideographs in their one spelling: unified ideographs of Unicode, as GB 18030-2022 requires. Everything else stays. */
export function unifiedHan(text: string): string {
  return text.replaceAll(/[\u2e80-\u2fd5\uf900-\ufaff\u{2f800}-\u{2fa1f}\ue815-\ue864]/gu, (character) => {
    const unified = unifiedOf.get(character) ?? character;
    return unifiedOf.get(unified) ?? unified.normalize(/[\u2f00-\u2fd5]/.test(unified) ? 'NFKC' : 'NFC');
  });
}

/** GBK FE50 to FEA0, U+E815 to U+E864 of the private use area, in their order. Source: GB 18030-2022, with its 18 changes, and Unicode. */
const rare =
  '⺁𠂇𠂉𠃌⺄㑳㑇⺈⺋龴㖞㘚㘎⺌⺗㥮㤘龵㧏㧟㩳㧐龶龷㭎㱮㳠⺧𡗗龸⺪䁖䅟⺮䌷⺳⺶⺷𢦏䎱' +
  '䎬⺻䏝䓖䙡䙌龹䜣䜩䝼䞍⻊䥇䥺䥽䦂䦃䦅䦆䦟䦛䦷䦶龺𤇾䲣䲟䲠䲡䱷䲢䴓䴔䴕䴖䴗䴘䴙䶮龻';

/** Radicals of U+2E81 to U+2EF3, each followed by its ideograph. Source: EquivalentUnifiedIdeograph.txt of Unicode 14. */
const radicals =
  '⺁厂⺂乛⺃乚⺄乙⺅亻⺆冂⺇𠘨⺈刀⺉刂⺊卜⺋㔾⺌小⺍小⺎兀⺏尣⺐尢⺑𡯂⺒巳⺓幺⺔彑' +
  '⺕彐⺖忄⺗心⺘扌⺙攵⺛旡⺜日⺝月⺞歺⺟母⺠民⺡氵⺢氺⺣灬⺤爫⺥爫⺦丬⺧牛⺨犭⺩王' +
  '⺪𤴔⺫目⺬示⺭礻⺮𥫗⺯糹⺰纟⺱罓⺲罒⺳㓁⺴冗⺵𦉫⺶羊⺷𦍌⺸𦍋⺹耂⺺肀⺻聿⺼肉⺽𦥑' +
  '⺾艹⺿艹⻀艹⻁虎⻂衤⻃覀⻄西⻅见⻆角⻇𧢲⻈讠⻉贝⻊𧾷⻋车⻌辶⻍辶⻎辶⻏邑⻐钅⻑長' +
  '⻒镸⻓长⻔门⻕𨸏⻖阝⻗雨⻘青⻙韦⻚页⻛风⻜飞⻝食⻞𩙿⻟飠⻠饣⻡𩠐⻢马⻣骨⻤鬼⻥鱼' +
  '⻦鸟⻧卤⻨麦⻩黄⻪黾⻫斉⻬齐⻭歯⻮齿⻯竜⻰龙⻱龜⻲亀⻳龟';

const privateUse = Array.from(rare, (character, at) => [String.fromCodePoint(0xe815 + at), character] as const);
const unifiedOf = new Map([...radicals.matchAll(/(.)(.)/gu)].map(([, radical = '', ideograph = '']) => [radical, ideograph] as const));
for (const [code, character] of privateUse) unifiedOf.set(code, character);
