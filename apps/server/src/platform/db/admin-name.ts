/** SQL of an administrator's name, or email without a name. @param admin the alias of `admins` */
export const adminName = (admin: string): string => `coalesce(nullif(trim(${admin}.name), ''), ${admin}.email)`;
