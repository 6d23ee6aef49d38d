/** How the lists of the table `users`, which belong to several features, find a whole mobile number. */
export const mobileOfUsers = {
  column: 'mobile',
  scope: 'type',
  scopes: ['personal', 'enterprise'],
  text: 'name',
  index: 'users_mobiles_in_names',
} as const;
