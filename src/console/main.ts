import { warmConsole } from './app/early.ts';
import { consoleEffects } from './app/effects.ts';
import { isPublicPage, loginPath } from './app/guard.ts';
import { isSignedIn } from './app/session.ts';
import { leave, openStage, watchStage } from './app/stage.ts';
import { installStage } from './app/stage-port.ts';
import { warm } from './kit/call.ts';
import { installEffects } from './kit/effects.ts';

installEffects(consoleEffects);
installStage({ leave });
if (isSignedIn() && !isPublicPage(location.pathname)) warmConsole(location.pathname, location.search);
else if (location.pathname === loginPath || location.pathname === '/') warm('GET', '/api/login/getImgCode', {});
watchStage();
openStage();
