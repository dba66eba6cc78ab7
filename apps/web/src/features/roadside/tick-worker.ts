// A worker of its own: see server-clock.ts.
setInterval(() => postMessage(null), 1_000);
