import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { iosReview } from '../../../domain/business/codes/releases.ts';
import type { VersionDetail } from '../../../contract/console/releases.ts';
import { get } from '../../kit/net/call.ts';
import { StatusDot } from '../../kit/list/cells.tsx';
import { CopyButton } from '../../kit/ui/copy-button.tsx';
import { Card, FieldCard, FieldList } from '../../kit/ui/field-list.tsx';
import { QueryView } from '../../kit/ui/query-view.tsx';
import { shortenFileName } from '../../kit/ui/text/shorten-file-name.ts';
import { sizeText } from '../../kit/ui/text/size-text.ts';
import './releases.css';

/** 版本详情; fetched again before the link to its package expires. */
export function VersionDetailPage() {
  const { id = '' } = useParams();
  const path = '/api/version/detail';
  const query = useQuery({
    queryKey: [path, id],
    queryFn: ({ signal }) => get(path, { id }, { signal, quiet: true }),
    refetchInterval: linkLifeMs,
  });
  return <QueryView query={query}>{(version) => <Cards version={version} />}</QueryView>;
}

const linkLifeMs = 600_000;

function Cards({ version }: { version: VersionDetail }) {
  return (
    <>
      <FieldCard
        title="版本信息"
        items={[
          { label: '产品端', value: version.type_name },
          { label: '当前版本号', value: version.current_version },
          { label: '上一版本号', value: version.upper_version },
          { label: '更新时间', value: version.update_time },
          { label: '创建时间', value: version.create_time },
          { label: '操作人', value: version.operator },
          ...(version.status === ''
            ? []
            : [
                {
                  label: '过审状态',
                  value: <StatusDot tone={iosReview.is(version.status, 'passed') ? 'done' : 'wait'} text={version.status_name} />,
                },
              ]),
        ]}
      />
      {version.package && <PackageCard version={version} file={version.package} />}
      <Card title="更新内容">
        <p className="multiline">{version.update_content}</p>
      </Card>
      <Card title="更新描述">
        <p className="multiline">{version.update_desc}</p>
      </Card>
    </>
  );
}

function PackageCard({ version, file }: { version: VersionDetail; file: NonNullable<VersionDetail['package']> }) {
  return (
    <Card title="安装包">
      <FieldList
        columns={2}
        items={[
          { label: '文件', value: <PackageLink version={version} isDamaged={file.is_damaged} /> },
          { label: '大小', value: sizeText(file.file_size) },
          { label: '包名', value: file.package_name },
          { label: '包内版本', value: `${file.version_name === '' ? '未写明' : file.version_name}（${file.version_code}）` },
        ]}
      />
      <FieldList
        columns={1}
        items={[
          {
            label: 'SHA-256',
            value: (
              <span className="secret">
                {file.sha256}
                <CopyButton text={file.sha256} />
              </span>
            ),
          },
        ]}
      />
    </Card>
  );
}

function PackageLink({ version, isDamaged }: { version: VersionDetail; isDamaged: boolean }) {
  const name = shortenFileName(version.address);
  if (isDamaged) return <StatusDot tone="failed" text={`${name}（文件已损坏，不可下载）`} />;
  return (
    <a href={version.url} download data-full={version.address}>
      {name}
    </a>
  );
}
