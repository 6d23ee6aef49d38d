import AntdSelect, { type SelectProps } from 'antd/es/select';

/** The console's select: its list is at least as wide as its longest option, and a long list has a search. */
export function Select<Value extends string | number>(props: SelectProps<Value>) {
  const isLong = (props.options?.length ?? 0) > searchedOptions;
  return <AntdSelect popupMatchSelectWidth={false} showSearch={isLong && { optionFilterProp: 'label' }} {...props} />;
}

/** Above this number of options, the select has a search. */
const searchedOptions = 12;
