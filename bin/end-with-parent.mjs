/** Preloaded into what `npm run dev` starts: when dev is gone, however that came, this ends too. */
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
process.channel?.unref();
