import { feedbackType, type FeedbackType } from '../domain/business/codes/feedback.ts';
import { dayMs } from '../domain/kit/text/time.ts';
import { before, between, minuteMs, type DemoClock } from './data/clock.ts';
import { itemAt, seeded } from './data/random.ts';
import { versionIn } from './releases.ts';
import type { Row } from './data/row.ts';
import type { DemoUser } from './data/users.ts';

/** Feedback of the last year, each from the version that was the newest for the user's phone then. */
export function feedbackRows(users: readonly DemoUser[], clock: DemoClock): Row<'feedback'>[] {
  const older = users.filter(({ registeredAt }) => registeredAt < before(clock.today, minuteMs));
  return Array.from({ length: count }, (_, place) => feedbackOf(older, place, clock))
    .toSorted((a, b) => Number(a.at) - Number(b.at))
    .map((row, at) => ({ id: String(at + 1), ...row }));
}

const count = 80;

/** @param users those who registered before today, in the order of their ids. */
function feedbackOf(users: readonly DemoUser[], place: number, clock: DemoClock): Row<'feedback'> {
  const random = seeded('feedback', place);
  const userPlace = random.int(0, users.length);
  const user = itemAt(users, userPlace);
  const earliest = new Date(Math.max(user.registeredAt.getTime() + minuteMs, before(clock.today, 365 * dayMs).getTime()));
  const at = place % 20 === 3 ? clock.wakingAt(random.int(0, 9900)) : between(random, earliest, clock.today);
  const phone = random.pick(phones);
  const kind = itemAt(feedbackType.names, place);
  return {
    user_id: String(userPlace + 1),
    user_type: user.type,
    kind,
    content: random.pick(texts[kind]),
    version: versionIn(phone.platform, at, clock),
    model: phone.model,
    system: phone.system,
    at,
  };
}

const phones = [
  { platform: 'android', model: 'HUAWEI Mate 60 Pro', system: 'HarmonyOS 4.2' },
  { platform: 'android', model: 'HUAWEI nova 12', system: 'HarmonyOS 4.0' },
  { platform: 'android', model: 'Xiaomi 14', system: 'Android 14' },
  { platform: 'android', model: 'OPPO Find X7', system: 'Android 14' },
  { platform: 'android', model: 'vivo X100', system: 'Android 15' },
  { platform: 'android', model: 'HONOR Magic6', system: 'Android 14' },
  { platform: 'ios', model: 'iPhone 15 Pro', system: 'iOS 18.1' },
  { platform: 'ios', model: 'iPhone 13', system: 'iOS 17.6' },
  { platform: 'ios', model: 'iPhone 16', system: 'iOS 18.3' },
] as const;

const texts: Record<FeedbackType, readonly string[]> = {
  software: [
    '录屏到二十分钟左右软件会卡住，需要重新打开，希望能修复。',
    '存证列表翻到后面几页加载很慢，能不能加一个按时间筛选？',
    '字体太小，家里老人看不清，建议增加大字模式。',
    '上传视频时锁屏就中断了，希望支持后台上传。',
    '更新之后找不到“网页取证”入口，在哪里？',
    '拍照存证时定位偏了两公里，重启手机后才正常。',
    '希望证书可以直接分享到微信，现在要先截图。',
  ],
  verification: [
    '身份证拍了好几次都提示不清晰，光线很好，请人工看一下。',
    '企业法定代表人变更了，怎样重新提交资料？',
    '提交实名认证两天了还是待审核，请尽快处理。',
    '营业执照是电子版，能否直接上传PDF？',
    '审核不通过的原因写的是照片有反光，重新拍了仍不通过。',
    '授权书有没有模板可以下载？',
  ],
  custody: [
    '存证成功后多久能看到区块高度？等了十几分钟还是空白。',
    '证书上的哈希和我自己用工具算出来的一致，但不知道怎样向法院说明。',
    '昨天的录音存证显示上传中，到今天还没有变化。',
    '希望下载的证据包里附一份使用说明。',
    '同一份合同可以补充附件后再次存证吗？编号会变吗？',
    '请问存证的文件会保存多少年？',
  ],
};
