import { allowTranslation } from './app/translated-page.ts';
import { warmConsole } from './app/early.ts';
import { consoleEffects } from './app/effects.ts';
import { leaveKeysToInputMethod } from './kit/keys/input-method.ts';
import { isPublicPage, loginPath } from './kit/session/guard.ts';
import { isSignedIn } from './kit/session/token.ts';
import { followLook } from './kit/preferences/look.ts';
import { endSession, openRootView, watchRootView } from './app/root-view.ts';
import { installRootView } from './kit/session/root-view-port.ts';
import { warm } from './kit/net/call.ts';
import { installEffects } from './kit/net/effects.ts';

leaveKeysToInputMethod();
allowTranslation();
followLook();
installEffects(consoleEffects);
installRootView({ endSession });
if (isSignedIn() && !isPublicPage(location.pathname)) warmConsole(location.pathname, location.search);
else if (location.pathname === loginPath || location.pathname === '/') {
  warm('GET', '/api/login/getImgCode', {});
  warm('GET', '/api/login/getWays', {});
}
watchRootView();
openRootView();
