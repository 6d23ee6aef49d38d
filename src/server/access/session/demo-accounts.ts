/** The demo's operators (intake, last section). They exist only with the demo data, never in production. */
const operators = [
  { id: '1', username: 'admin@example.com', realname: '沈知衡', roleId: '1', accepts: false },
  { id: '2', username: 'reviewer@example.com', realname: '陆清越', roleId: '2', accepts: false },
  { id: '3', username: 'notary@example.com', realname: '顾明远', roleId: '3', accepts: true },
  { id: '4', username: 'notary2@example.com', realname: '苏晚晴', roleId: '3', accepts: true },
  { id: '5', username: 'finance@example.com', realname: '程致和', roleId: '4', accepts: false },
  { id: '6', username: 'cashier@example.com', realname: '叶思齐', roleId: '5', accepts: false },
] as const;
export type Operator = (typeof operators)[number];

export const demoAccounts = {
  password: 'Demo2026',
  usernames: operators.map((operator) => operator.username),
  operators,
  /** Role 1 comes with the database. A role also holds the nodes of the page groups, because the menu is cut from the tree by them. */
  roles: [
    { id: '2', position: '审核员', description: '审核个人与企业用户的实名资料', nodes: [1, 2, 3, 4, 5, 27, 28] },
    { id: '3', position: '公证员', description: '受理并审核出证申请，查看与下载证据', nodes: [6, 7, 8, 9, 10, 11, 12, 13, 14, 29, 30, 37] },
    { id: '4', position: '财务', description: '查看订单，初审发票', nodes: [15, 16, 17, 18, 31] },
    { id: '5', position: '出纳', description: '开具发票', nodes: [15, 18, 32] },
  ],
} as const;
