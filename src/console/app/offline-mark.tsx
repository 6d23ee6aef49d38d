import { onlineManager } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';

/** Says that the browser has no network, so that a number which no longer moves is not taken for the newest. */
export function OfflineMark() {
  const isOnline = useSyncExternalStore(onlineManager.subscribe, () => onlineManager.isOnline());
  return (
    <span role="status" className="top-offline" hidden={isOnline}>
      {!isOnline && '网络已断开，恢复后自动更新'}
    </span>
  );
}
