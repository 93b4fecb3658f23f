import { readFileSync } from "node:fs";
import { connect } from "node:net";
import { createServer } from "node:tls";
import { join } from "node:path";

const PEM = join(import.meta.dir, "../../src/lib/egress/good-test-certificate.pem");

/** TLS in front of a port, as a reverse proxy has it: some clients speak nothing else. Its certificate is nobody's. */
export async function startTlsFront(port: number): Promise<{ port: number } & Disposable> {
  const pem = readFileSync(PEM);
  const server = createServer({ key: pem, cert: pem }, (outside) => {
    const inside = connect(port, "127.0.0.1");
    outside.on("error", () => inside.destroy());
    inside.on("error", () => outside.destroy());
    outside.pipe(inside).pipe(outside);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  return {
    port: typeof address === "object" && address !== null ? address.port : 0,
    [Symbol.dispose]: () => void server.close(),
  };
}
