"""OpenStack Swift with its S3 API in one process: `swift-server.py FOLDER` prints its port and serves until its standard input ends;
then it removes FOLDER.

Objects are in memory, listings in FOLDER. Signatures, payload hashes and Content-MD5 are verified; multipart uploads are complete.
"""
import eventlet

eventlet.monkey_patch()

import json
import os
import shutil
import sys
import warnings
from time import time as clock

import eventlet.wsgi
from eventlet.hubs import trampoline
from swift.common import utils
from swift.common.ring import RingBuilder
from swift.common.wsgi import SwiftHttpProtocol, loadapp

SERVER = """
[DEFAULT]
devices = {folder}/devices
mount_check = false
swift_dir = {folder}
log_level = CRITICAL
fallocate_reserve = 0
[pipeline:main]
pipeline = {app}
[app:{app}]
use = egg:swift#{app}
"""

PROXY = """
[DEFAULT]
swift_dir = {folder}
log_level = CRITICAL
[pipeline:main]
pipeline = {filters} proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
allow_account_management = true
"""

# In order, each with its settings. Parts may be small, because tests need many of them.
FILTERS = {
    'catch_errors': [],
    'gatekeeper': [],
    'listing_formats': [],
    'bulk': [],
    's3api': ['location = cn-north-1', 'min_segment_size = 1', 'max_upload_part_num = 10000'],
    'tempauth': ['user_notary_tester = testing .admin'],
    'copy': [],
    'slo': [],
    'dlo': [],
    'versioned_writes': [],
}


def proxy(folder):
    lines = [PROXY.format(folder=folder, filters=' '.join(FILTERS))]
    for name, settings in FILTERS.items():
        lines += ['[filter:%s]' % name, 'use = egg:swift#' + name, *settings]
    return '\n'.join(lines)


class Cache:
    """Stands where Swift wants a memcached; remembers which accounts and buckets are there, and never that one is not."""

    def __init__(self):
        self.kept = {}

    def get(self, key, **options):
        text, until = self.kept.get(key, ('null', 0))
        return json.loads(text) if clock() < until else None

    def set(self, key, value, time=0, **options):
        self.delete(key)
        if isinstance(value, dict) and 200 <= value.get('status', 0) < 300 and time > 0:
            self.kept[key] = (json.dumps(value), clock() + time)

    def delete(self, key, **options):
        self.kept.pop(key, None)

    def incr(self, key, **options):
        return 1


def main(folder):
    utils.HASH_PATH_SUFFIX = utils.HASH_PATH_PREFIX = b'test'
    os.makedirs(os.path.join(folder, 'devices', 'd1'))
    for ring, app in (('account', 'account'), ('container', 'container'), ('object', 'mem_object')):
        socket = listen()
        save_ring(folder, ring, socket.getsockname()[1])
        eventlet.spawn(serve, socket, configure(folder, ring, SERVER.format(folder=folder, app=app)))
    socket = listen()
    eventlet.spawn(serve, socket, configure(folder, 'proxy', proxy(folder)))
    print(socket.getsockname()[1], flush=True)
    # The worker that started this server holds the other end: when it ends in any way, so does the server.
    trampoline(0, read=True)
    shutil.rmtree(folder)


def listen():
    return eventlet.listen(('127.0.0.1', 0))


def save_ring(folder, name, port):
    builder = RingBuilder(1, 1, 0)
    builder.add_dev({'id': 0, 'region': 1, 'zone': 1, 'weight': 1, 'ip': '127.0.0.1', 'port': port, 'device': 'd1'})
    builder.rebalance()
    builder.get_ring().save(os.path.join(folder, name + '.ring.gz'))


def configure(folder, name, text):
    path = os.path.join(folder, name + '.conf')
    with open(path, 'w') as file:
        file.write(text)
    return path


def serve(socket, conf):
    swift = loadapp(conf)
    cache = Cache()

    def app(env, start_response):
        env['swift.cache'] = cache
        return swift(env, start_response)

    # Header names keep their case: the AWS SDK looks for `ETag`.
    warnings.simplefilter('ignore', DeprecationWarning)
    eventlet.wsgi.server(socket, app, open(os.devnull, 'w'), protocol=SwiftHttpProtocol, capitalize_response_headers=False)


main(sys.argv[1])
