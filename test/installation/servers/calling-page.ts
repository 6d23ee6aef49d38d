/**
 * A page that tries every kind of connection that a browser can make, to addresses that differ each time, so that no archive has an answer.
 * It reports when it has tried them all, whatever the results.
 */
export function callingPage({ tcpHost, udpHost }: { readonly tcpHost: string; readonly udpHost: string }): string {
  return `<main></main><script type="module">
  const word = () => Math.random().toString(36).slice(2);
  const at = (way) => 'http://${tcpHost}/' + way + '/' + word();
  const made = (name, fields) => document.head.append(Object.assign(document.createElement(name), fields));
  const body = (name, fields) => document.body.append(Object.assign(document.createElement(name), fields));
  const worker = (text) => URL.createObjectURL(new Blob([text], { type: 'text/javascript' }));
  const ways = {
    fetch: () => fetch(at('fetch')),
    keepalive: () => fetch(at('keepalive'), { keepalive: true, mode: 'no-cors' }),
    posted: () => fetch(at('posted'), { method: 'POST', body: 'x', mode: 'no-cors' }),
    request: () => { const asked = new XMLHttpRequest(); asked.open('GET', at('xhr')); asked.send(); },
    beacon: () => navigator.sendBeacon(at('beacon'), 'x'),
    picture: () => body('img', { src: at('picture'), hidden: true }),
    media: () => body('video', { src: at('media'), hidden: true }),
    frame: () => body('iframe', { src: at('frame'), hidden: true }),
    popup: () => open(at('popup')),
    socket: () => new WebSocket('ws://${tcpHost}/' + word()),
    events: () => new EventSource(at('events')),
    worker: () => new Worker(worker('fetch("' + at('worker') + '")')),
    sharedWorker: () => new SharedWorker(worker('fetch("' + at('shared') + '")')),
    style: () => made('style', { textContent: '@import "' + at('import') + '"; main { background: url(' + at('background') + ') }' }),
    script: () => made('script', { src: at('script') }),
    preconnect: () => made('link', { rel: 'preconnect', href: at('preconnect') }),
    resolved: () => made('link', { rel: 'dns-prefetch', href: 'http://' + word() + '.example.com/' }),
    prefetch: () => made('link', { rel: 'prefetch', href: at('prefetch') }),
    preload: () => made('link', { rel: 'preload', as: 'fetch', crossOrigin: '', href: at('preload') }),
    icon: () => made('link', { rel: 'icon', href: at('icon') }),
    speculation: () => made('script', { type: 'speculationrules', textContent: JSON.stringify({
      prefetch: [{ urls: [at('speculated')], eagerness: 'immediate' }],
      prerender: [{ urls: ['/k/' + word()], eagerness: 'immediate' }] }) }),
    ping: () => { const link = Object.assign(document.createElement('a'), { href: '#here', ping: at('ping') });
      document.body.append(link); link.click(); },
    form: () => { const form = Object.assign(document.createElement('form'), { action: at('form'), target: '_blank' });
      document.body.append(form); form.submit(); },
    transport: () => new WebTransport('https://${udpHost}/' + word()).ready,
    telephone: async () => {
      const peer = new RTCPeerConnection({ iceServers: [{ urls: 'stun:${udpHost}' },
        { urls: ['turn:${udpHost}', 'turn:${tcpHost}?transport=tcp'], username: 'u', credential: 'c' }] });
      peer.createDataChannel('x');
      await peer.setLocalDescription(await peer.createOffer());
    },
  };
  for (const way of Object.values(ways)) try { Promise.resolve(way()).catch(() => undefined); } catch { /* Another way, then. */ }
  await new Promise((resolve) => setTimeout(resolve, 400));
  document.querySelector('main').innerHTML = '<h1>都试过了</h1>'.repeat(6);
</script>`;
}
