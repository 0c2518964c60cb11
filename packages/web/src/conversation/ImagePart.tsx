// A picture that a person sent, fetched through the transport.
import { useEffect, useState } from 'react';
import { useBeckon } from '../store/BeckonContext.tsx';

export function ImagePart({ sessionId, imageId }: { sessionId: string; imageId: string }) {
  const { transport } = useBeckon();
  const [url, setUrl] = useState<string>();
  const [hasFailed, setHasFailed] = useState(false);
  useEffect(() => {
    let objectUrl: string | undefined;
    let isWanted = true;
    async function load() {
      try {
        const blob = await transport.readImage(sessionId, imageId);
        if (!isWanted) return;
        objectUrl = URL.createObjectURL(blob);
        setUrl(objectUrl);
      } catch {
        if (isWanted) setHasFailed(true);
      }
    }
    void load();
    return () => {
      isWanted = false;
      if (objectUrl !== undefined) URL.revokeObjectURL(objectUrl);
    };
  }, [transport, sessionId, imageId]);
  if (hasFailed) return <p className="text-sm text-muted">This picture could not be loaded.</p>;
  if (url === undefined) return <div className="h-32 w-48 animate-pulse rounded-lg bg-raised" />;
  return <img src={url} alt="Sent with the message" className="max-h-80 max-w-full rounded-lg" />;
}
