// Frames: however often something changes, it is drawn once for each frame that is shown.

/** A function that draws in the next frame; calls before that are one. */
export function perFrame(draw: () => void): () => void {
  let asked = false;
  return () => {
    if (asked) return;
    asked = true;
    requestAnimationFrame(() => {
      asked = false;
      draw();
    });
  };
}

/** A function that calls `work` once nothing has been asked for `delay` milliseconds. */
export function debounced(work: () => void, delay: number): () => void {
  let timer = 0;
  return () => {
    clearTimeout(timer);
    timer = setTimeout(work, delay) as unknown as number;
  };
}

/** A function that runs `work` one call at a time, `apart` milliseconds apart; calls meanwhile become one more. */
export function spaced(work: () => Promise<void>, apart: number): () => void {
  let [running, again] = [false, false];
  const run = async (): Promise<void> => {
    [running, again] = [true, false];
    await work().catch(() => {}); // what failed, the work itself says
    await new Promise((resolve) => setTimeout(resolve, apart));
    running = false;
    if (again) void run();
  };
  return () => {
    if (running) again = true;
    else void run();
  };
}
