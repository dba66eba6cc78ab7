/** The token of a new session at a running program; empty when the password is wrong. */
export async function tokenFrom(address: string, password: string): Promise<string> {
  const answer = await fetch(`${address}/api/v1/admin/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'admin@wayside.test', password }),
  });
  return /"token":"([^"]+)"/.exec(await answer.text())?.[1] ?? '';
}
