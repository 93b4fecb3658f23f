import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { freePort } from "../../scripts/lib/free-port.mjs";
import { temporaryFolder } from "../../scripts/lib/temporary-folder.mjs";
import { answersGet, startProgram } from "../lib/started-program.mjs";
import { chatTarget, MODEL } from "./chat-request.mjs";

/**
 * Plain proxying to the mock. With connections to the mock kept open it is the reference that nobody who does more work
 * beats; without, it is `proxy_pass` as nginx ships it: a new connection for each request.
 */
export async function createNginx({ core, mock, keepsConnections }) {
  const folder = temporaryFolder("bench-nginx");
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const file = join(folder, "nginx.conf");
  writeFileSync(file, configuration({ folder, port, upstream: new URL(mock.url).host, keepsConnections }));
  return {
    name: keepsConnections ? "nginx" : "nginx-as-shipped",
    label: keepsConnections ? "nginx, connections kept" : "nginx as shipped",
    target: (stream) =>
      chatTarget(url, { model: MODEL, stream, headers: { Authorization: "Bearer sk-bench" } }),
    companionPids: () => [],
    start: () =>
      startProgram(
        {
          name: "nginx",
          command: "nginx",
          args: ["-p", folder, "-e", join(folder, "error.log"), "-c", file],
          core,
          stopSignal: "SIGQUIT",
        },
        () => answersGet(`${url}/mock/counters`),
      ),
  };
}

function configuration({ folder, port, upstream, keepsConnections }) {
  return `daemon off;
worker_processes 1;
${process.getuid?.() === 0 ? "user root;" : ""}
pid ${join(folder, "nginx.pid")};
events { worker_connections 16384; }
http {
  access_log off;
  keepalive_requests 1000000000;
  keepalive_timeout 1h;
  ${["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((name) => `${name}_temp_path ${join(folder, name)};`).join("\n  ")}
  upstream mock {
    server ${upstream};
    ${keepsConnections ? "keepalive 1024; keepalive_requests 1000000000; keepalive_timeout 1h;" : ""}
  }
  server {
    listen 127.0.0.1:${port} backlog=4096;
    location / {
      proxy_pass http://mock;
      ${keepsConnections ? 'proxy_http_version 1.1; proxy_set_header Connection "";' : ""}
      proxy_buffering off;
      proxy_read_timeout 1h;
    }
  }
}
`;
}
