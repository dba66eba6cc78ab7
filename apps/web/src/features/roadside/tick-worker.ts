// Ticks for server-clock.ts, which explains why this is a worker.
setInterval(() => postMessage(null), 1_000);
