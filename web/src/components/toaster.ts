import type { toast } from "sonner";

type Toast = typeof toast;

let announce: (drawn: Toast) => void = () => undefined;
const drawn = new Promise<Toast>((resolve) => {
  announce = resolve;
});

/** Called by what draws the messages when it stands; those said before have waited for it. */
export function toastsAreDrawn(by: Toast): void {
  announce(by);
}

/** Short messages at the edge of the screen. The same text twice is shown once. */
export const notify = {
  success: (message: string) => say((toast) => toast.success(message, { id: message })),
  error: (message: string) => say((toast) => toast.error(message, { id: message, duration: 6000 })),
  warning: (message: string) => say((toast) => toast.warning(message, { id: message, duration: 8000 })),
  info: (message: string) => say((toast) => toast.info(message, { id: message })),
};

function say(how: (toast: Toast) => unknown): void {
  void drawn.then(how);
}
