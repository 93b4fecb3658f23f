/**
 * Signs in at Tollgate's console as root. Answers `call(method, path, body)`, which sends the session as the console
 * does and answers the envelope's `data`; it throws when the console refuses.
 */
export async function signInAsRoot(url, password) {
  const response = await fetch(`${url}/api/user/login`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ username: "root", password }),
  });
  const answer = await response.json();
  if (!answer.success) throw new Error(`the sign-in was refused: ${answer.message}`);
  const headers = {
    "Content-Type": "application/json",
    Cookie: response.headers
      .getSetCookie()
      .map((cookie) => cookie.split(";")[0])
      .join("; "),
    "New-Api-User": String(answer.data.id),
  };
  return async (method, path, body) => {
    const response = await fetch(url + path, {
      method,
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const { success, message, data } = response.ok ? JSON.parse(text) : { message: text.slice(0, 200) };
    if (!success) throw new Error(`${method} ${path} was refused (HTTP ${response.status}): ${message}`);
    return data;
  };
}
