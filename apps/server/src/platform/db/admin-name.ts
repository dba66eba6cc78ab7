/**
 * SQL of how an administrator is shown: the name, or the email where there is none.
 * @param admin the alias of `admins`
 */
export const adminName = (admin: string): string => `coalesce(nullif(trim(${admin}.name), ''), ${admin}.email)`;
