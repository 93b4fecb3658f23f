/**
 * A signed-in user of the console's API, for seeding. `call(method, path, body)` answers the envelope's data and throws
 * its message when it was refused.
 */
export async function signIn(baseUrl, username, password) {
  const answer = await fetch(`${baseUrl}/api/user/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ username, password }),
  });
  const cookies = answer.headers.getSetCookie().map((cookie) => cookie.split(";")[0]);
  const user = dataOf("sign-in", await answer.json());
  const headers = {
    "content-type": "application/json",
    "new-api-user": `${user.id}`,
    cookie: cookies.join("; "),
  };
  return {
    async call(method, path, body) {
      const content = body === undefined ? {} : { body: JSON.stringify(body) };
      const response = await fetch(`${baseUrl}${path}`, { method, headers, ...content });
      return dataOf(`${method} ${path}`, await response.json());
    },
  };
}

function dataOf(what, envelope) {
  if (!envelope.success) throw new Error(`${what} was refused: ${envelope.message}`);
  return envelope.data;
}
