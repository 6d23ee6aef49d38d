import { useQuery } from '@tanstack/react-query';
import type { HintRow } from '../../../contract/console/hints.ts';
import type { UserDetail, UserDetailInfo } from '../../../contract/console/users.ts';
import { get } from '../../kit/net/call.ts';
import { errorToShow } from '../../kit/net/verdict.ts';
import { Dialog } from '../../kit/ui/dialog.tsx';
import { emptyCell } from '../../kit/ui/empty-cell.ts';
import { Fault } from '../../kit/ui/fault.tsx';
import { submittedFields, submittedPictures } from './detail-fields.ts';
import { given } from '../../kit/ui/given-text.tsx';

interface Props {
  readonly hint: HintRow;
  readonly user: UserDetail['userInfo'];
  readonly submitted: UserDetailInfo;
  readonly close: () => void;
}

/** These papers and the ones that a hint names, side by side; the picture that the hint is about comes first. */
export function HintCompare({ hint, user, submitted, close }: Props) {
  const fields = { submission_id: submitted.submission_id, other_submission_id: hint.other_submission_id };
  const { data, error, refetch } = useQuery({
    queryKey: ['/api/ajax/user/hintOther', fields],
    queryFn: ({ signal }) => get('/api/ajax/user/hintOther', fields, { signal, quiet: true }),
    staleTime: 30_000,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const shown = errorToShow(error);
  return (
    <Dialog title={`${hint.name}：比对`} width="min(1180px, 94vw)" close={close}>
      {shown && !data ? (
        <Fault error={shown} retry={refetch} />
      ) : (
        <div className="hint-compare" aria-busy={!data}>
          <Papers title="本次提交" name={user.name} mobile={user.mobile} info={submitted} first={hint.field} />
          {data && <Papers title={`用户 ${data.user_id}（${data.status_name}）`} {...data} first={hint.other_field} />}
        </div>
      )}
    </Dialog>
  );
}

interface PapersProps {
  readonly title: string;
  readonly name: string;
  readonly mobile: string;
  readonly info: UserDetailInfo;
  readonly first: string;
}

function Papers({ title, name, mobile, info, first }: PapersProps) {
  const own = first === 'author_front' || first === 'author_hand' || first === 'license' || first === 'file' ? info[first] : '';
  const pictures = [...submittedPictures(info)].sort((a, b) => Number(b.src === own) - Number(a.src === own));
  return (
    <section>
      <h3>{title}</h3>
      {pictures.slice(0, 2).map((picture) => (
        <img key={picture.alt} src={picture.src} alt={picture.alt} />
      ))}
      <dl>
        {[{ label: '用户名称', value: name }, { label: '手机号', value: mobile }, ...submittedFields(info.type, info)].map((item) => (
          <div key={item.label}>
            <dt>{item.label}</dt>
            <dd>{given(item.value) || emptyCell}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
