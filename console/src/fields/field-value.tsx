import { addressOf } from '../address/address.ts';
import { optionsOf, type FieldSettings } from '../settings/settings.ts';
import {
  asList,
  optionLabel,
  ownAddress,
  textOf,
  type Channel,
  type Chosen,
  type Linked,
  type LinkValue,
  type Picture,
  type StoredFile,
} from './values.ts';

/** A value for reading: options with their colors, links to records, addresses to call or write to. */
export function FieldValue({ field, value }: { field: FieldSettings; value: unknown }) {
  switch (field.type) {
    case 'key_select':
      return value ? (
        <Badge color={colorOf(field, (value as Chosen).key)}>{(value as Chosen).label}</Badge>
      ) : null;
    case 'multi_select':
      return (
        <span class="badges">
          {asList<string>(value).map((key) => (
            <Badge key={key} color={colorOf(field, key)}>
              {optionLabel(field, key)}
            </Badge>
          ))}
        </span>
      );
    case 'tags':
      return (
        <span class="badges">
          {asList<string>(value).map((tag) => (
            <Badge key={tag}>{tag}</Badge>
          ))}
        </span>
      );
    case 'connection':
      return (
        <span class="badges">
          {asList<Linked>(value).map(({ ID: id, post_type: postType, post_title: title }) => (
            <a key={id} href={addressOf([postType, id])}>
              {title}
            </a>
          ))}
        </span>
      );
    case 'communication_channel':
      return (
        <span class="badges">
          {asList<Channel>(value).map((channel) => (
            <ChannelValue key={channel.key} channel={channel} />
          ))}
        </span>
      );
    case 'link':
      return (
        <span class="badges">
          {asList<LinkValue>(value).map((link) => (
            <LinkText key={link.meta_id} address={link.value} />
          ))}
        </span>
      );
    case 'image':
      return value ? <PictureValue name={field.name} picture={value as Picture} /> : null;
    case 'file_upload':
      return (
        <span class="badges">
          {asList<StoredFile>(value).map((file) => (
            <a key={file.key} href={ownAddress(file.url ?? '')} target="_blank" rel="noreferrer">
              {file.thumbnail_url ? <img src={ownAddress(file.thumbnail_url)} alt={file.name} /> : file.name}
            </a>
          ))}
        </span>
      );
    default:
      return <>{textOf(field, value)}</>;
  }
}

export function PictureValue({ name, picture: { thumb, full } }: { name: string; picture: Picture }) {
  return (
    <a class="picture" href={ownAddress(full)} target="_blank" rel="noreferrer">
      <img src={ownAddress(thumb)} alt={name} />
    </a>
  );
}

function ChannelValue({ channel: { key, value } }: { channel: Channel }) {
  const scheme = { contact_phone: 'tel:', contact_email: 'mailto:' }[key.replace(/_[^_]+$/, '')];
  return scheme ? <a href={scheme + value}>{value}</a> : <span>{value}</span>;
}

/** A link leads to its address if that is one of the web; others are text. */
function LinkText({ address }: { address: string }) {
  if (!/^https?:\/\//i.test(address)) return <span>{address}</span>;
  return (
    <a href={address} target="_blank" rel="noreferrer">
      {address}
    </a>
  );
}

function Badge({ color, children }: { color?: string | undefined; children: string }) {
  return (
    <span class="badge">
      {color && (
        <svg class="dot" viewBox="0 0 8 8" aria-hidden>
          <circle cx="4" cy="4" r="4" fill={color} />
        </svg>
      )}
      {children}
    </span>
  );
}

function colorOf(field: FieldSettings, key: string): string | undefined {
  return optionsOf(field).find(([each]) => each === key)?.[1].color;
}
