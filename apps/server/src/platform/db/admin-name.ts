/** Returns the SQL for an administrator's name, or email if there is no name. @param admin the alias of `admins` */
export const adminNameSql = (admin: string): string => `coalesce(nullif(trim(${admin}.name), ''), ${admin}.email)`;
